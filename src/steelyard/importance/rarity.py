"""The rarer a class, the more it matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.importance.base import Floats, Importance, check_sizes
from steelyard.importance.writing import assignments
from steelyard.labels import Label, by_label, some


@dataclass(frozen=True, eq=False, repr=False)
class rarity(Importance):
    """The rarer a class, the more it matters: φ = (1/t)/Σ(1/t).

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

    counts: Mapping[Any, float] | Sequence[float] | None = None

    formula = r"\phi_i = \frac{1/t_i}{\sum_j 1/t_j}"
    reference = "Branco et al. 2017, eq. 9 (PREV); Gupta et al. 2020, eq. 8"

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        sizes = support if self.counts is None else self._given(self.counts, labels)
        check_sizes(sizes, labels, "rarity")
        inverse = sizes.min() / sizes  # 1/t up to a factor, without underflow
        return inverse / inverse.sum()

    @staticmethod
    def _given(counts: Mapping[Any, float] | Sequence[float], labels: Sequence[Label]) -> Floats:
        given = by_label(counts, labels, "rarity's counts")
        unnamed = [label for i, label in enumerate(labels) if i not in given]
        if unnamed:
            raise ValueError(f"rarity's counts must name every class; {some(unnamed)} has none.")
        sizes = np.array([given[i] for i in range(len(labels))], dtype=np.float64)
        if not (np.isfinite(sizes).all() and (sizes >= 0).all()):
            raise ValueError(f"rarity's counts must be finite and at least 0, not {sizes.tolist()}.")
        return sizes

    def __str__(self) -> str:
        return "rarity" if self.counts is None else f"rarity({assignments(self.counts)})"
