"""Symmetries: of the classes' names and order, and of truth and prediction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from steelyard.lab.audits.finding import Finding
from steelyard.lab.audits.pairs import ALL, PairProperty, Pairs
from steelyard.type_names import Integers


class ClassSymmetric(PairProperty):
    """Renaming the classes changes nothing; the values of a rate go with their classes."""

    id = "class_symmetric"
    title = "class names do not matter"
    definition = "If classes exchange their names, the value stays; of a rate, each class keeps its value."
    otherwise = "the score depends on the order in which the classes are listed."
    source = "Sokolova & Lapalme 2009, I1; Gösgens et al. 2021, class symmetry"
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        # Exchanges of two classes make all renamings.
        C = block.shape[-1]
        for i, j in combinations(range(C), 2):
            order = list(range(C))
            order[i], order[j] = j, i
            move = Finding("exchanged_names", first=i, second=j)
            yield Pairs(ALL, block[:, order][:, :, order], move, image=tuple(order))


# Symmetry of truth and prediction: who is right and who is checked does not matter.


class TruthPredictionSymmetric(PairProperty):
    """Exchanging truth and prediction changes nothing."""

    id = "truth_prediction_symmetric"
    title = "truth and prediction may be exchanged"
    definition = "If the predictions were the truth and the truth the predictions, the value would be the same."
    matters = "It must hold for agreement of two equals, such as annotators; a score of predictions may do without."
    source = "Gösgens et al. 2021, symmetry"
    expected = False
    relation = "same"

    def pairs(self, block: Integers) -> Iterator[Pairs]:
        at = np.flatnonzero(block.sum(axis=1).min(axis=-1) > 0)  # each class has items in both roles
        yield Pairs(at, block[at].swapaxes(1, 2), Finding("truth_exchanged"))
