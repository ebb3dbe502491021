"""A column of whole numbers: inside a small window the number itself, less an offset, is the code.

The window is guessed from a sample. A chunk with a number outside it is looked up by words instead, in a book that
begins with the codes of the window, so that both ways give the same codes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counting.words import WordBook
from steelyard.labels import MISSING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.labels import Label

    Read = Callable[[int, int], tuple[NDArray[Any], NDArray[np.bool_] | None]]

WIDEST = 1 << 11
"""Windows up to here are used: a table of 2,048² pairs takes 32 MB."""

SAMPLE = 1 << 12


class WholeNumbers:
    """Integers or booleans.

    Parameters
    ----------
    size
        Number of items.
    read
        Returns the numbers from start to stop (int64 or uint64), and where they are missing, if somewhere; numbers
        that come with a mask are a copy of our own.
    sample
        Some of the numbers.
    label
        What a number is as a label: `int` or `bool`.
    """

    def __init__(self, size: int, read: Read, sample: NDArray[Any], label: type[int] = int) -> None:
        self.size = size
        self._read = read
        self._label = label
        self._low, self._width = (0, 2) if label is bool else _window(sample)
        self._book: WordBook | None = None
        self._more: list[Label] = []

    @property
    def known(self) -> int:
        return self._width + 1 + len(self._more)

    @property
    def labels(self) -> Sequence[Label]:
        return self._window_labels + self._more

    @cached_property
    def _window_labels(self) -> list[Label]:
        return [*(self._label(number) for number in range(self._low, self._low + self._width)), MISSING]

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        numbers, missing = self._read(start, stop)
        if missing is not None:
            numbers[missing] = self._low  # what stands there must not lead out of the window
        shifted = numbers.view(np.int64)
        if self._low:
            shifted = shifted - self._low  # far numbers wrap around, and land outside the window as well
        codes = shifted if int(shifted.view(np.uint64).max(initial=0)) < self._width else self._beyond(numbers)
        if missing is not None:
            codes[missing] = self._width
        return codes

    def _beyond(self, numbers: NDArray[Any]) -> NDArray[np.intp]:
        if self._book is None:
            self._book = WordBook(numbers.dtype)
            self._book.codes(np.arange(self._low, self._low + self._width).astype(numbers.dtype))
            self._book.reserve(MISSING)
        codes = self._book.codes(numbers)
        self._more = self._book.labels[self._width + 1 :]
        return codes


def array_sample(array: NDArray[Any]) -> NDArray[Any]:
    """Return items from the whole array, and the first ones, in case the labels repeat with the sample's step."""
    return np.concatenate([array[:: max(1, len(array) // SAMPLE)], array[:SAMPLE]])


def _window(sample: NDArray[Any]) -> tuple[int, int]:
    """Return the lowest number of the window, and how many it holds (at least one)."""
    low, high = (int(sample.min()), int(sample.max())) if len(sample) else (0, 0)
    if low >= 0 and high < WIDEST:
        low = 0
    width = 1 << max(4, (high - low).bit_length())
    if width > WIDEST or low > 2**63 - width:  # a window beyond int64 would go on at its other end
        return 0, 1
    return low, width
