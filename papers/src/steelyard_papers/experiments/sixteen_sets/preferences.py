"""What the user of each data set is said to care about, at the levels of knowledge of Branco et al.

Facts of the authors' repository (ExpsMulticlassData.R), written as Steelyard's importances. Nothing is corrected here;
`contradictions` says where these statements do not agree with each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard import Confusion, importance
from steelyard.importance import Importance
from steelyard_papers.experiments.sixteen_sets.data_sets import DATA_SETS
from steelyard_papers.reproductions.branco2017.discrimination import MECHANISMS


@dataclass(frozen=True, slots=True)
class Preference:
    """What matters in one data set.

    Attributes
    ----------
    relevance
        φ by class: the formal level.
    partial, total
        Orders, the left class less important: PO and TO.
    """

    relevance: Mapping[str, float]
    partial: str
    total: str

    def levels(self, sizes: Mapping[str, int]) -> dict[str, Importance]:
        """Return the importances by level; PREV from the sizes given, those of the whole data set.

        A fold that lacks a class has no rarity of its own, and weights that change from fold to fold would give scores
        that do not compare.
        """
        known: tuple[Importance, ...] = (
            importance.rarity(dict(sizes)),
            importance.order(self.partial),
            importance.order(self.total),
            importance.stated(dict(self.relevance)),
        )
        return dict(zip(MECHANISMS, known, strict=True))


def class_sizes(sizes: Mapping[str, int]) -> Confusion:
    """Return classes with their sizes, about which an importance can be asked: the counts of a perfect classifier."""
    return Confusion(np.diag(list(sizes.values())), labels=list(sizes))


def _prefer(name: str, relevance: Sequence[float], partial: str, total: str) -> Preference:
    return Preference(dict(zip(DATA_SETS[name].classes, relevance, strict=True)), partial, total)


PREFERENCES = {
    name: _prefer(name, *said)
    for name, said in {
        "balanceScale": ((1, 0.6, 0.4), "L < B; R < B", "R < L < B"),
        "blocks": ((0, 0.5, 1, 0.8, 0.6), "1 < 2 < 4 < 3; 2 < 5 < 3", "1 < 2 < 5 < 4 < 3"),
        "car": ((0.8, 1, 0.2, 1), "acc < good; acc < vgood; unacc < vgood", "unacc < acc < good < vgood"),
        "contraceptive": ((0.3, 1, 0.5), "1 < 2; 3 < 2", "1 < 3 < 2"),
        "dermatology": ((0.2, 0.5, 0.4, 0.7, 0.7, 1), "1 < 4 < 6; 3 < 2 < 6; 5 < 6", "1 < 3 < 2 < 4 < 5 < 6"),
        "ecoli": (
            (0, 0.4, 1, 1, 0.8, 0.9, 1, 0.6),
            "cp < im < imU; pp < imU; pp < om < omL; imU < imL; imU < imS",
            "cp < im < pp < imU < om < omL < imS < imL",
        ),
        "glass": ((0.2, 0.1, 0.8, 0.9, 1, 0.7), "2 < 7 < 3 < 6; 2 < 5 < 6; 1 < 5", "2 < 1 < 7 < 3 < 5 < 6"),
        "newThyroid": ((0.1, 0.95, 1), "1 < 2; 1 < 3", "1 < 2 < 3"),
        "solarFlare2Cclass": (
            (0, 0.4, 0.8, 0.8, 0.9, 1, 1, 1),
            "0 < 1 < 2 < 4 < 5 < 8; 1 < 3 < 5; 4 < 6",
            "0 < 1 < 2 < 3 < 4 < 5 < 6 < 8",
        ),
        "solarFlare2Mclass": ((0.1, 0.9, 1, 1, 1, 1), "0 < 1 < 3; 0 < 2; 1 < 4; 1 < 5", "0 < 1 < 2 < 3 < 4 < 5"),
        "solarFlare2Xclass": ((0.1, 1, 1), "0 < 1; 0 < 2", "0 < 1 < 2"),
        "splice": ((1, 1, 0.3), "N < EI; N < IE", "N < IE < EI"),
        "wineQualityRed": ((1, 0.9, 0.2, 0.2, 0.9, 1), "5 < 4 < 3; 5 < 7 < 8; 6 < 7", "8 < 3 < 4 < 7 < 6 < 5"),
        "wineQualityWhite": (
            (1, 0.9, 0.2, 0.1, 0.6, 0.9, 1),
            "6 < 7 < 8 < 9; 5 < 7; 5 < 4 < 3",
            "9 < 3 < 4 < 8 < 7 < 5 < 6",
        ),
        "yeast": (
            (0, 1, 0.9, 0.8, 0.8, 0.6, 0.5, 0.1, 0.95, 0.9),
            "CYT < MIT < ME1 < EXC < VAC < ERL; NUC < ME3 < ME2 < EXC; ME1 < POX < ERL",
            "CYT < NUC < MIT < ME3 < ME2 < ME1 < EXC < VAC < POX < ERL",
        ),
        "zoo": (
            (0.1, 0.6, 1, 0.8, 1, 0.9, 0.8),
            "1 < 7 < 6; 2 < 4 < 6; 7 < 3 < 5",
            "1 < 2 < 4 < 7 < 6 < 3 < 5",
        ),
    }.items()
}
"""By the name of the data set; φ in the order of its classes."""
