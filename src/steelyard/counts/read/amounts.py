"""What each item counts: as many items as a column says, or a weight of its own, of which the square is summed, too.

Counts are numbers of items, so that a row of count 3 is three items. Weights are no numbers of items: however large, a
row stays one item, and the sum of the squared weights beside that of the weights tells how sure their sum is. Whole
numbers stay whole; anything that is not a finite number of at least 0 is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from steelyard.counts.cells import LIMIT
from steelyard.counts.read.containers import as_array
from steelyard.counts.read.tables import chunks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


WEIGHTS, COUNTS = "weights", "counts"


def checked_weights(weights: Any, size: int, what: str = WEIGHTS) -> NDArray[Any]:
    """Return one weight per item as an array of numbers, not copied if it was one."""
    numbers = _numbers(weights, what)
    if numbers.ndim == 2 and numbers.shape[1] == 1:
        numbers = numbers[:, 0]
    if numbers.ndim != 1:
        raise ValueError(f"{what} must be one number per item, but have the shape {numbers.shape}.")
    if len(numbers) != size:
        raise ValueError(f"there are {len(numbers)} {what} for {size} items.")
    low, high = numbers.min(), numbers.max()
    if not (low >= 0 and np.isfinite(high)):  # NaN is the lowest and the highest, if there is one
        at = int(np.argmin(numbers) if not low >= 0 else np.argmax(numbers))
        one = what.removesuffix("s")
        raise ValueError(f"{what} must be finite and at least 0, but the {one} of item {at} is {numbers[at]}.")
    if numbers.dtype.kind != "f" and int(high) * size >= LIMIT and _total(numbers) >= LIMIT:
        raise too_large(what, high)
    return numbers


def checked_counts(counts: Any, size: int) -> NDArray[Any]:
    """Return one number of items per row as whole numbers."""
    numbers = checked_weights(counts, size, COUNTS)
    if numbers.dtype.kind != "f":
        return numbers
    fractions = numbers[numbers != np.floor(numbers)]
    if len(fractions):
        raise ValueError(
            f"counts must be whole numbers of items, but there is {fractions[0]:g}; weights of items are weights=."
        )
    if numbers.sum(dtype=np.float64) >= LIMIT:
        raise too_large(COUNTS, numbers.max())
    return numbers.astype(np.int64)


def too_large(what: str, largest: Any) -> ValueError:
    """Return the error for whole numbers whose sum is no 64-bit number."""
    return ValueError(f"whole {what} must sum to less than 2⁶³, but there are some as large as {largest}.")


def _numbers(weights: Any, what: str) -> NDArray[Any]:
    try:
        numbers = as_array(weights, what)
        if numbers is None:
            numbers = np.asarray(list(weights))
        if numbers.dtype == object:
            numbers = numbers.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be one number per item, without missing ones.") from None
    except OverflowError:
        raise ValueError(
            f"{what} must be finite and at least 0, but one is a whole number beyond all floats."
        ) from None
    if isinstance(numbers, np.ma.MaskedArray):
        numbers = np.ma.filled(numbers.astype(np.float64), np.nan)
    if numbers.dtype.kind not in "biuf":
        raise ValueError(f"{what} must be numbers, not {KINDS.get(numbers.dtype.kind, numbers.dtype.name)}.")
    return numbers


KINDS = {"U": "texts", "S": "bytes", "T": "texts", "c": "complex ones", "M": "moments", "m": "durations"}
"""What arrays hold that are no numbers, by the letter that NumPy has for it."""


def all_weightless() -> ValueError:
    """Return the error for items none of which counts."""
    return ValueError("all weights are 0, so that no item counts.")


def _total(numbers: NDArray[Any]) -> int:
    return sum(sum(numbers[start:stop].tolist()) for start, stop in chunks(len(numbers)))


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
class ItemWeights:
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


def all_groups(parts: Sequence[GroupAmounts]) -> GroupAmounts:
    """Return what the groups of several parts count, one below the other."""
    columns: list[Any] = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return type(parts[0])(*columns)


def amounts_of(given: Any, size: int, *, are_counts: bool = False) -> Amounts | None:
    """Return what each of so many rows counts, checked: weights or numbers of items; None if each is one item."""
    if given is None or isinstance(given, GroupAmounts):
        return given
    return Counts(checked_counts(given, size)) if are_counts else ItemWeights(checked_item_weights(given, size))


def checked_item_weights(weights: Any, size: int) -> NDArray[Any]:
    """Return one weight per item, of which the square is a float, too."""
    numbers = checked_weights(weights, size)
    largest = float(numbers.max())  # float32 does not know the limit
    if largest > LARGEST:
        raise no_squares("weights", f", but there is {largest:g}")
    return numbers


def no_squares(what: str, example: str = "") -> ValueError:
    """Return the error for weights whose squares are beyond all floats."""
    return ValueError(
        f"{what} must be at most {LARGEST:g}, so that their squares can be summed{example}; "
        "divide them all by the same number, which changes no result."
    )
