"""Columns of NumPy arrays: the type of the array decides how its items are coded.

Of whole numbers, inside a window the number itself, less an offset, is the code. The window is guessed from a sample:
small, so that a dense table of pairs fits, or, if the sample has many different numbers, as wide as a sparse one
allows. Numbers outside it get the codes behind it, from a book.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING
from steelyard.counts.read.columns.column import Objects
from steelyard.counts.read.columns.words import WordBook, WordColumn
from steelyard.counts.read.label import moments, whole_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label

    Read = Callable[[int, int], tuple[NDArray[Any], NDArray[np.bool_] | None]]
    Meaning = Callable[[list[int]], list[Label]]
    from steelyard.counts.read.columns.column import LabelColumn


WIDEST = 1 << 11
"""Small windows: a table of 2,048² pairs takes 16 MB."""

WIDE = 1 << 24
"""Wide windows: a mark for each number takes 16 MB."""

MANY = 1 << 10
"""From so many different numbers in the sample on, a wide window is better than a book."""

SAMPLE = 1 << 12


class WholeNumbers:
    """Integers, or what is stored as integers: truth values, dates, times.

    Parameters
    ----------
    size
        Number of items.
    read
        Returns the numbers from start to stop (int64 or uint64), and where they are missing, if somewhere; numbers
        that come with a mask are a copy of our own.
    sample
        Some of the numbers.
    labels
        What numbers are as labels, if not themselves.
    """

    order = None

    def __init__(self, size: int, read: Read, sample: NDArray[Any], labels: Meaning = list) -> None:
        self.size = size
        self._read = read
        self._labels = labels
        self._low, self._width = _window(sample)
        self._book: WordBook | None = None
        self._gaps = False

    @property
    def known(self) -> int:
        return self._width + 1 + (0 if self._book is None else len(self._book.labels))

    @property
    def missing(self) -> int | None:
        return self._width if self._gaps else None

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        numbers, missing = self._read(start, stop)
        if missing is not None:
            numbers[missing] = self._low  # what stands there must not lead out of the window
        shifted = numbers.view(np.int64)
        if self._low:
            shifted = shifted - self._low  # far numbers wrap around, and land outside the window as well
        inside = int(shifted.view(np.uint64).max(initial=0)) < self._width
        codes = shifted if inside else self._beyond(numbers, shifted)
        if missing is not None:
            codes[missing] = self._width
            self._gaps = True
        return codes

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        if (codes < self._width).all():
            return self._labels((codes + self._low).tolist())
        far: Sequence[Any] = () if self._book is None else self._book.labels
        there = codes != self._width
        labels = np.full(len(codes), MISSING, dtype=object)
        numbers = [
            self._low + code if code < self._width else far[code - self._width - 1] for code in codes[there].tolist()
        ]
        labels[there] = self._labels(numbers)
        return labels.tolist()

    def _beyond(self, numbers: NDArray[Any], shifted: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the codes of numbers some of which are outside the window."""
        if self._book is None:
            self._book = WordBook(numbers.dtype)
        outside = shifted.view(np.uint64) >= np.uint64(self._width)
        if outside.all():
            return self._book.codes(numbers) + (self._width + 1)
        codes = shifted.copy()
        codes[outside] = self._book.codes(numbers[outside]) + (self._width + 1)
        return codes


def truth_values(numbers: list[int]) -> list[Label]:
    """Return 0 and 1 as truth values."""
    return list(map(bool, numbers))


def array_sample(array: NDArray[Any]) -> NDArray[Any]:
    """Return items from the whole array, and the first ones, in case the labels repeat with the sample's step."""
    return np.concatenate([array[:: max(1, len(array) // SAMPLE)], array[:SAMPLE]])


def _window(sample: NDArray[Any]) -> tuple[int, int]:
    """Return the lowest number of the window, and how many it holds: none, if a book is better."""
    low, high = (int(sample.min()), int(sample.max())) if len(sample) else (0, 0)
    if high - low < WIDEST:
        low = 0 if low >= 0 and high < WIDEST else low
        width = max(16, 1 << (high - low).bit_length())
    elif high - low < WIDE and len(np.unique(sample)) >= MANY:
        width = WIDE  # with room on both sides of what the sample has
        low = 0 if low >= 0 and high < WIDE else low - (WIDE - (high - low)) // 2
    else:
        return 0, 0
    fits = -(2**63) <= low <= 2**63 - width  # beyond int64 it would go on at the other end
    return (low, width) if fits else (0, 0)


NO_NUMBER = 0


class FloatNumbers:
    """Floats; the first code is that of NaN. Whole numbers are ints as labels, whatever other numbers there are."""

    missing = NO_NUMBER
    order = None

    def __init__(self, array: NDArray[Any]) -> None:
        self.size = len(array)
        self._array = array
        self._book = WordBook(np.dtype(np.float64))

    @property
    def known(self) -> int:
        return len(self._book.labels) + 1

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        numbers = self._array[start:stop].astype(np.float64) + 0.0  # −0 and 0 are one number, but two words
        there = ~np.isnan(numbers)
        if there.all():
            return self._book.codes(numbers) + 1
        codes = np.full(len(numbers), NO_NUMBER, dtype=np.intp)
        codes[there] = self._book.codes(numbers[there]) + 1
        return codes

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        numbers = self._book.labels
        return [MISSING if code == NO_NUMBER else _plain(numbers[code - 1]) for code in codes.tolist()]


def _plain(number: Any) -> Label:
    return int(number) if number.is_integer() else number


def array_column(array: NDArray[Any], what: str, *, fractions: bool = False) -> LabelColumn:
    """Return a NumPy array as a column."""
    array = _flat(array, what)
    if isinstance(array, np.ma.MaskedArray):
        return Objects(len(array), lambda start, stop: array[start:stop].tolist(), what, fractions=fractions)
    match array.dtype.kind:
        case "b" | "i" | "u":
            return _integers(array)
        case "f":
            return FloatNumbers(array) if fractions else _floats(array, what)
        case "U" | "S" if array.dtype.itemsize:
            return WordColumn(array)
        case "M" | "m":
            return _moments(array, what)
    return Objects(len(array), lambda start, stop: array[start:stop].tolist(), what, fractions=fractions)


def _flat(array: NDArray[Any], what: str) -> NDArray[Any]:
    if array.ndim == 1:
        return array
    if array.ndim == 2 and array.shape[1] == 1:
        return np.asanyarray(array)[:, 0] if not isinstance(array, np.matrix) else np.asarray(array)[:, 0]
    if array.ndim == 0:
        raise ValueError(f"the {what} must be a list or an array with one label per item, not the single {array}.")
    raise ValueError(
        f"the {what} must be one label per item, but have the shape {array.shape}; "
        "if these are probabilities, scores or indicators of the classes, take the argmax over axis 1 first."
    )


def _integers(array: NDArray[Any]) -> LabelColumn:
    dtype = np.dtype(np.uint64 if array.dtype.kind == "u" and array.dtype.itemsize == 8 else np.int64)

    def read(start: int, stop: int) -> tuple[NDArray[Any], None]:
        return array[start:stop].astype(dtype, copy=False), None

    if array.dtype.kind == "b":
        return WholeNumbers(len(array), read, np.arange(2), truth_values)
    return WholeNumbers(len(array), read, array_sample(array))


def _floats(array: NDArray[Any], what: str) -> LabelColumn:
    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        return whole_numbers(array[start:stop], what)

    sample = array_sample(array)
    numbers, missing = whole_numbers(sample, what)
    return WholeNumbers(len(array), read, numbers if missing is None else numbers[~missing])


def _moments(array: NDArray[Any], what: str) -> LabelColumn:
    """Return dates, times and durations, which are numbers of a unit."""

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        items = array[start:stop]
        missing = np.isnat(items)
        return items.astype(np.int64), missing if missing.any() else None

    def labels(numbers: list[int]) -> list[Label]:
        return moments(np.array(numbers, dtype=np.int64).astype(array.dtype), what).tolist()

    sample = array_sample(array)
    return WholeNumbers(len(array), read, sample[~np.isnat(sample)].astype(np.int64), labels)
