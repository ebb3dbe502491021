"""A class matters by the share of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.counts.labels import Label
from steelyard.importance.base import Importance
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False, repr=False)
class complement(Importance):
    """A class matters by the share of the others: φ = (n − t)/((C − 1)·n). Milder than rarity.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.complement().weights(sy.Confusion([[8, 2], [10, 80]]))
    array([0.9, 0.1])
    """

    formula = r"\phi_i = \frac{n - t_i}{(C - 1)\,n}"
    reference = "LMU lecture, example weights"

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        C, n = len(labels), support.sum()
        if C < 2 or n == 0:
            raise ValueError("complement needs at least two classes and one item.")
        return (n - support) / ((C - 1) * n)

    def __str__(self) -> str:
        return "complement"
