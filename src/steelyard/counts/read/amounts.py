"""What each item counts: as many items as a column says, or a weight of its own, of which the square is summed, too.

Counts are numbers of items, so that a row of count 3 is three items. Weights are no numbers of items: however large, a
row stays one item, and the sum of the squared weights beside that of the weights tells how sure their sum is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from steelyard.counts.read.weights import checked_counts, checked_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FLOAT, WHOLE = np.dtype(np.float64), np.dtype(np.int64)

LARGEST = 1e150
"""Weights up to here have sums of squares that are floats, whatever their number."""


class Amounts(Protocol):
    """What rows count, one column of numbers beside another."""

    @property
    def dtypes(self) -> tuple[np.dtype[Any], ...]:
        """The types in which the columns are summed: counts or weights; of weights, squares, and rows if told."""
        ...

    @property
    def one_each(self) -> bool:
        """Whether the number of rows, which is no column then, is the number of items."""
        ...

    def part(self, start: int, stop: int) -> list[NDArray[Any]]:
        """Return the columns of some rows."""
        ...

    def items(self, which: slice | NDArray[np.intp]) -> int:
        """Return how many items some rows are."""
        ...


class Counts(NamedTuple):
    """Rows that are several items each, whole numbers of them."""

    counts: NDArray[Any]

    @property
    def one_each(self) -> bool:
        return False

    @property
    def dtypes(self) -> tuple[np.dtype[Any], ...]:
        return (WHOLE,)

    def part(self, start: int, stop: int) -> list[NDArray[Any]]:
        return [self.counts[start:stop]]

    def items(self, which: slice | NDArray[np.intp]) -> int:
        return int(self.counts[which].sum(dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Weights:
    """Rows that are one item each, and count their weight; those of weight 0 are no items."""

    weights: NDArray[Any]

    @property
    def dtypes(self) -> tuple[np.dtype[Any], ...]:
        weight = FLOAT if self.weights.dtype.kind == "f" else WHOLE
        return (weight, FLOAT) if self.one_each else (weight, FLOAT, WHOLE)

    @cached_property
    def one_each(self) -> bool:
        return bool(self.weights.min(initial=1) > 0)

    def part(self, start: int, stop: int) -> list[NDArray[Any]]:
        weights = self.weights[start:stop]
        columns = [weights, np.square(weights, dtype=np.float64)]
        return columns if self.one_each else [*columns, weights > 0]

    def items(self, which: slice | NDArray[np.intp]) -> int:
        return len(self.weights[which])


class GroupWeights(NamedTuple):
    """Groups of equal items, summed up elsewhere.

    Attributes
    ----------
    weights, squares
        The sums of the items' weights and of their squares.
    rows
        How many items of a weight above 0.
    every
        How many items in all.
    """

    weights: NDArray[Any]
    squares: NDArray[np.float64]
    rows: NDArray[np.int64]
    every: NDArray[np.int64]

    @property
    def one_each(self) -> bool:
        return False

    @property
    def dtypes(self) -> tuple[np.dtype[Any], ...]:
        return (FLOAT if self.weights.dtype.kind == "f" else WHOLE, FLOAT, WHOLE)

    def part(self, start: int, stop: int) -> list[NDArray[Any]]:
        return [column[start:stop] for column in (self.weights, self.squares, self.rows)]

    def items(self, which: slice | NDArray[np.intp]) -> int:
        return int(self.every[which].sum())


GroupAmounts = Counts | GroupWeights
"""What groups of equal items count, as engines sum it up; also taken in the place of weights."""


def some_groups(amounts: GroupAmounts, which: NDArray[np.bool_]) -> GroupAmounts:
    """Return what some of the groups count."""
    columns: list[Any] = [column[which] for column in amounts]
    return type(amounts)(*columns)


def all_groups(parts: Sequence[GroupAmounts]) -> GroupAmounts:
    """Return what the groups of several parts count, one below the other."""
    columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return type(parts[0])(*columns)


def amounts_of(weights: Any, counts: Any, size: int) -> Amounts | None:
    """Return what each of so many rows counts, checked; None if each is one item."""
    if weights is not None and counts is not None:
        raise ValueError("weights= are those of single items and counts= are numbers of equal items; give one of them.")
    if isinstance(weights, GroupAmounts):
        return weights
    if counts is not None:
        return Counts(checked_counts(counts, size))
    if weights is None:
        return None
    return Weights(checked_item_weights(weights, size))


def checked_item_weights(weights: Any, size: int) -> NDArray[Any]:
    """Return one weight per item, of which the square is a float, too."""
    found = checked_weights(weights, size)
    largest = float(found.max())  # float32 does not know the limit
    if largest > LARGEST:
        raise no_squares("weights", f", but there is {largest:g}")
    return found


def no_squares(what: str, found: str = "") -> ValueError:
    """Return the error for weights whose squares are beyond all floats."""
    return ValueError(
        f"{what} must be at most {LARGEST:g}, so that their squares can be summed{found}; "
        "divide them all by the same number, which changes no result."
    )
