"""Several criteria at once: the normalised product or the weighted sum of importances."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np

from steelyard.counts.labels import Label
from steelyard.importance.base import Importance, summing_to_one
from steelyard.importance.writing import number
from steelyard.type_names import Floats


def _weights(part: Importance, labels: Sequence[Label], support: Floats) -> Floats:
    return summing_to_one(part.checked_phi(labels, support))


def _together(parts: Sequence[Importance]) -> Hashable:
    return frozenset(Counter(part.meaning() for part in parts).items())


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
    def of(cls, *parts: Importance) -> Importance:
        """Multiply; products inside are opened, and numbers move to the front."""
        scale = math.prod(part.factor for part in parts if isinstance(part, Scaled))
        plain = [part.part if isinstance(part, Scaled) else part for part in parts]
        factors = tuple(factor for part in plain for factor in (part.parts if isinstance(part, cls) else (part,)))
        return Scaled.of(cls(factors) if len(factors) > 1 else factors[0], scale)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        product: Floats = np.prod([_weights(part, labels, support) for part in self.parts], axis=0)
        return summing_to_one(product) if product.max() > 0 else product

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return any(part.names_missing(labels) for part in self.parts)

    def meaning(self) -> Hashable:
        return ("product", _together(self.parts))

    def __str__(self) -> str:
        return " * ".join(f"({part})" if isinstance(part, Sum) else str(part) for part in self.parts)


@dataclass(frozen=True, eq=False, repr=False)
class Scaled(Importance):
    """An importance with a factor, which only matters as a term of a sum: `0.3 * a + 0.7 * b`."""

    part: Importance
    factor: float

    @classmethod
    def of(cls, part: Importance, factor: SupportsFloat) -> Importance:
        """Scale; a sum is scaled term by term, so that `2 * (a + b)` is `2 * a + 2 * b`."""
        if isinstance(part, Sum):
            return Sum.of(*(cls.of(term, factor) for term in part.parts))
        bare, before = (part.part, part.factor) if isinstance(part, Scaled) else (part, 1.0)
        scale = before * float(factor)
        if not (math.isfinite(scale) and scale > 0):
            raise ValueError(f"an importance can be multiplied by a finite number above 0, not by {factor!s}.")
        return bare if scale == 1 else cls(bare, scale)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        return self.part.checked_phi(labels, support)

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return self.part.names_missing(labels)

    def meaning(self) -> Hashable:
        return ("scaled", self.factor, self.part.meaning())

    def __str__(self) -> str:
        return f"{number(self.factor)} * {self.part}"


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
    def of(cls, *parts: Importance) -> Importance:
        """Add; sums inside are opened."""
        terms = tuple(term for part in parts for term in (part.parts if isinstance(part, cls) else (part,)))
        return cls(terms) if len(terms) > 1 else terms[0]

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        factors = np.array([part.factor if isinstance(part, Scaled) else 1.0 for part in self.parts])
        terms = np.array([_weights(part, labels, support) for part in self.parts])
        mixed: Floats = summing_to_one(factors) @ terms
        return mixed

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return any(part.names_missing(labels) for part in self.parts)

    def meaning(self) -> Hashable:
        return ("sum", _together(self.parts))

    def __str__(self) -> str:
        return " + ".join(str(part) for part in self.parts)
