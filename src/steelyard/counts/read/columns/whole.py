"""A column of whole numbers: inside a window the number itself, less an offset, is the code.

The window is guessed from a sample: small, so that a dense table of pairs fits, or, if the sample has many different
numbers, as wide as a sparse one allows. Numbers outside it get the codes behind it, from a book.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING
from steelyard.counts.read.columns.words import WordBook

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label

    Read = Callable[[int, int], tuple[NDArray[Any], NDArray[np.bool_] | None]]
    Meaning = Callable[[list[int]], list[Label]]

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
        found = np.full(len(codes), MISSING, dtype=object)
        numbers = [
            self._low + code if code < self._width else far[code - self._width - 1] for code in codes[there].tolist()
        ]
        found[there] = self._labels(numbers)
        return found.tolist()

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
