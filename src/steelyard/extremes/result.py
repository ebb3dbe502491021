"""What a search for bounds returns: both ends, each with the matrix that attains it or comes near."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

Matrix = tuple[tuple[int, ...], ...]
"""Counts of one confusion matrix; rows are truth."""


@dataclass(frozen=True, slots=True)
class End:
    """The least or the greatest value.

    Attributes
    ----------
    value
        The value; a limit, if it is not attained; infinite, if there is none.
    attained
        Whether some matrix has this value. If not, matrices come as near as one likes.
    exact
        The value as exact text, such as "1/6": the metric's exact value at the matrix if attained, the limit otherwise;
        None where only the number is known.
    matrix
        The matrix that attains it, or one that comes near.
    at_matrix
        The value at that matrix.
    how
        How it was found.
    tried
        How many matrices were valued to find both ends.
    converged
        False if the value still moved at the largest ratio of class sizes tried, and towards nothing that we could
        tell: the bound lies there or beyond.
    """

    value: float
    attained: bool
    exact: str | None
    matrix: Matrix
    at_matrix: float
    how: str
    tried: int = 0
    converged: bool = True

    def __str__(self) -> str:
        if math.isinf(self.value):
            return "unbounded"
        shown = f"{self.value:.4g}"
        named = f" ({self.exact})" if self.exact is not None and self.exact != shown else ""
        if not self.converged:
            return f"{shown} or beyond"
        return f"{'' if self.attained else 'approaches '}{shown}{named}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an end without bound is None."""
        return {
            "value": None if math.isinf(self.value) else self.value,
            "attained": self.attained,
            "exact": self.exact,
            "matrix": [list(row) for row in self.matrix],
            "at_matrix": self.at_matrix,
            "how": self.how,
            "tried": self.tried,
            "converged": self.converged,
        }


@dataclass(frozen=True, slots=True)
class Bounds:
    """How low and how high a metric can go. Of a rate, the value of the first class.

    Attributes
    ----------
    metric
        Its name.
    classes
        The number of classes.
    supports
        The class sizes; None for all class sizes.
    weights
        The relevance of each class; None if all count alike.
    least, greatest
        Both ends.
    declared
        The range that the metric's record declares, over all class sizes.
    """

    metric: str
    classes: int
    supports: tuple[int, ...] | None
    weights: tuple[float, ...] | None
    least: End
    greatest: End
    declared: tuple[float, float]

    @property
    def low(self) -> float:
        """The least value, or what it tends to."""
        return self.least.value

    @property
    def high(self) -> float:
        """The greatest value, or what it tends to."""
        return self.greatest.value

    def __str__(self) -> str:
        where = "all class sizes" if self.supports is None else f"class sizes {', '.join(map(str, self.supports))}"
        return f"{self.metric}, {self.classes} classes, {where}: least {self.least}, greatest {self.greatest}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "metric": self.metric,
            "classes": self.classes,
            "supports": None if self.supports is None else list(self.supports),
            "weights": None if self.weights is None else list(self.weights),
            "least": self.least.to_dict(),
            "greatest": self.greatest.to_dict(),
            "declared": [None if math.isinf(end) else end for end in self.declared],
        }
