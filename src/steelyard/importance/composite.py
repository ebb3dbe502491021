"""Several criteria at once: the normalised product or the weighted sum of importances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from steelyard.importance.base import Floats, Importance
from steelyard.importance.writing import number
from steelyard.labels import Label


def _weights(part: Importance, labels: Sequence[Label], support: Floats) -> Floats:
    phi = part.checked_phi(labels, support)
    return phi / phi.sum()


@dataclass(frozen=True, eq=False, repr=False)
class Product(Importance):
    """A class matters if it matters by every criterion: the product of the weights, scaled to sum to 1.

    Written `a * b`.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> both = sy.importance.rarity() * sy.importance.stated({"fraud": 0.5, "ok": 0.5})
    >>> both.weights(cm).round(3)
    array([0.9, 0.1])
    """

    parts: tuple[Importance, ...]

    formula = r"\phi_i = \frac{\prod_k w_i^{(k)}}{\sum_j \prod_k w_j^{(k)}}"
    reference = "Gupta et al. 2020, eq. 9"

    @classmethod
    def of(cls, *parts: Importance) -> Self:
        return cls(tuple(factor for part in parts for factor in (part.parts if isinstance(part, Product) else (part,))))

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        product = np.prod([_weights(part, labels, support) for part in self.parts], axis=0)
        total = product.sum()
        return product / total if total > 0 else product

    def __str__(self) -> str:
        return " * ".join(f"({part})" if isinstance(part, Sum) else str(part) for part in self.parts)


@dataclass(frozen=True, eq=False, repr=False)
class Scaled(Importance):
    """An importance with a factor, which only matters as a term of a sum: `0.3 * a + 0.7 * b`."""

    part: Importance
    factor: float

    @classmethod
    def of(cls, part: Importance, factor: float) -> Self:
        scale = float(factor)
        if not (math.isfinite(scale) and scale > 0):
            raise ValueError(f"an importance can be multiplied by a finite number above 0, not by {factor!r}.")
        if isinstance(part, Scaled):
            return cls(part.part, part.factor * scale)
        return cls(part, scale)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        return self.part.phi(labels, support)

    def __str__(self) -> str:
        part = f"({self.part})" if isinstance(self.part, Sum) else str(self.part)
        return f"{number(self.factor)} * {part}"


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Importance):
    """A class matters if it matters by some criterion: the weighted sum of the weights, scaled to sum to 1.

    Written `a + b` or `0.3 * a + 0.7 * b`.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> (0.25 * sy.importance.rarity() + 0.75 * sy.importance.uniform()).weights(cm)
    array([0.6, 0.4])
    """

    parts: tuple[Importance, ...]

    formula = r"\phi_i = \frac{\sum_k a_k\, w_i^{(k)}}{\sum_k a_k}"
    reference = "Gupta et al. 2020, section 3.2 (additive form)"

    @classmethod
    def of(cls, *parts: Importance) -> Self:
        return cls(tuple(term for part in parts for term in (part.parts if isinstance(part, Sum) else (part,))))

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        factors = np.array([part.factor if isinstance(part, Scaled) else 1.0 for part in self.parts])
        terms = np.array([_weights(part, labels, support) for part in self.parts])
        mixed: Floats = factors @ terms / factors.sum()
        return mixed

    def __str__(self) -> str:
        return " + ".join(str(part) for part in self.parts)
