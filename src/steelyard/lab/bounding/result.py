"""What a search for bounds returns: both ends, each with the matrix that attains it or comes near, and the search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from steelyard.counts.answer import Answer, Row

Matrix = tuple[tuple[int, ...], ...]
"""Counts of one confusion matrix; rows are truth."""


Course = Literal["", "moves", "converges", "grows", "refined", "carried"]
"""What the values of ever larger matrices do: nothing to tell; still move, converge, or grow without bound as ratios of
class sizes grow; or come nearer to what lies between, as cells are refined. Or a matrix of another number of classes
was carried over."""


@dataclass(frozen=True, slots=True)
class Search:
    """Which matrices were tried to find an end.

    Attributes
    ----------
    tried
        How many matrices were valued to find both ends.
    among, complete
        Of how many with these class sizes, None if class sizes were free; and whether these are all of them.
    undefined
        At how many of them the metric is undefined; not counted if class sizes were free.
    course
        What the values did towards the end.
    """

    tried: int = 0
    among: int | None = None
    complete: bool = False
    undefined: int = 0
    course: Course = ""


@dataclass(frozen=True, slots=True, repr=False)
class End(Answer):
    """The least or the greatest value.

    Attributes
    ----------
    value
        The value; a limit, if it is not attained; infinite, if there is no bound.
    attained
        Whether `matrix` has this value; if not, ever larger matrices come ever nearer. It does not say that no matrix
        goes beyond: `known` does.
    known
        Whether no matrix goes beyond: all were tried, the range that a metric of ours declares ends here, or the matrix
        has an infinite value. If not, it is the furthest value that a search found.
    exact
        The value as exact text, such as "1/6": the metric's exact value at the matrix if attained, the limit otherwise;
        None where only the number is known.
    matrix
        The matrix that attains it, or one that comes near.
    at_matrix
        The value at that matrix.
    search
        How it was found; `how` says it in words.
    converged
        False if the value still moved at the largest ratio of class sizes tried, and towards nothing that we could
        tell: the bound lies there or beyond.
    """

    value: float
    attained: bool
    exact: str | None
    matrix: Matrix
    at_matrix: float
    search: Search = Search()
    converged: bool = True
    known: bool = False

    @property
    def approached(self) -> bool:
        """Whether it is a limit that is no matrix's value."""
        return not self.attained and self.converged and math.isfinite(self.value)

    @property
    def how(self) -> str:
        """How it was found, and whether that is sure, in words."""
        return self._shown_as("sentence")

    def __str__(self) -> str:
        return self._shown_as("text")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; infinite ones are None."""
        return {
            "value": None if math.isinf(self.value) else self.value,
            "attained": self.attained,
            "known": self.known,
            "exact": self.exact,
            "matrix": [list(row) for row in self.matrix],
            "at_matrix": None if math.isinf(self.at_matrix) else self.at_matrix,
            "how": self.how,
            "tried": self.search.tried,
            "converged": self.converged,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Bounds(Answer):
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
        return self._shown_as("text")

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

    def to_rows(self) -> list[Row]:
        """Return one row for each end."""
        ends = {"least": self.least, "greatest": self.greatest}
        return [{"metric": self.metric, "end": name, **end.to_dict()} for name, end in ends.items()]
