"""The rarer a class, the more it matters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.counts.labels import Label, by_label, some
from steelyard.importance.amounts import Amounts, amounts, meaning, names_missing
from steelyard.importance.base import Importance, inverse_sizes, summing_to_one
from steelyard.importance.writing import assignments
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False, repr=False)
class rarity(Importance):
    """The rarer a class, the more it matters: φ = (1/t)/Σ(1/t).

    Branco et al. 2017 call it PREV, “using classes prevalence”; the grammar reads that word as rarity.

    Parameters
    ----------
    counts
        Class sizes to use instead of those of the evaluated items, such as the training data's: by label, or in the
        order of the classes.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> sy.importance.rarity().weights(cm)
    array([0.9, 0.1])
    >>> sy.importance.rarity({"fraud": 1, "ok": 99}).weights(cm)
    array([0.99, 0.01])
    """

    counts: Amounts | None = None

    formula = r"\phi_i = \frac{1/t_i}{\sum_j 1/t_j}"
    reference = "Branco et al. 2017, eq. 9 (PREV); Gupta et al. 2020, eq. 8"

    def __post_init__(self) -> None:
        if self.counts is not None:
            object.__setattr__(self, "counts", amounts(self.counts, "a class size for rarity", above_zero=True))

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        sizes = support if self.counts is None else self._sizes(self.counts, labels)
        instead = (
            "give sizes from elsewhere, such as the training data, rarity(counts={…}), in a text rarity(a=10, b=99); "
            "or take 'complement', which needs no items"
        )
        return summing_to_one(inverse_sizes(sizes, labels, "rarity", instead))

    @staticmethod
    def _sizes(counts: Amounts, labels: Sequence[Label]) -> Floats:
        given = by_label(counts, labels, "rarity's counts")
        unnamed = [label for i, label in enumerate(labels) if i not in given]
        if unnamed:
            raise ValueError(f"rarity's counts must name every class; {some(unnamed)} has none.")
        return np.array([given[i] for i in range(len(labels))])

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return names_missing(self.counts, labels)

    def meaning(self) -> Hashable:
        return ("rarity", None if self.counts is None else meaning(self.counts))

    def __str__(self) -> str:
        return "rarity" if self.counts is None else f"rarity({assignments(self.counts)})"
