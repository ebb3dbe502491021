"""A column of numbers that need not be whole, such as the keys of slices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING
from steelyard.counts.read.columns.words import WordBook

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label

NO_NUMBER = 0


class Floats:
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
