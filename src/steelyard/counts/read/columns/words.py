"""A column of values of fixed width (NumPy texts and bytes, large integers), found by their machine words.

A multiplicative hash of the words leads to a slot, the slot to a code, and the words of that code are compared with
the item's: the hash only proposes, equality decides. 10⁶ texts of 10 characters take 12 ms, a fifth of `tolist`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.read.columns.column import Booked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label

SLOT_BITS = 16
"""Of the first table, as long as there are few labels."""

BLOCK_BYTES = 1 << 19
"""Items are looked up in blocks of this size, so that the words of wide texts stay in the cache."""

FIRST = 256
"""Items whose labels are entered before the others are looked up: a block without any label known is slow."""

GOLDEN = 0x9E3779B97F4A7C15
"""Its odd powers modulo 2⁶⁴ are the multipliers."""

HALF, MIXER = np.uint64(32), np.uint64(GOLDEN)


class _Slots:
    """One hash table. A label whose slot is taken goes to the next table."""

    def __init__(self, number: int, width: int, bits: int) -> None:
        powers = (pow(GOLDEN, 2 * (number * width + i) + 1, 1 << 64) for i in range(width))
        self.multipliers = np.fromiter(powers, dtype=np.uint64, count=width)
        self.shift = np.uint64(64 - bits)
        self.mixed = number > 0 or bits > SLOT_BITS
        self.codes = np.zeros(1 << bits, dtype=np.intp)  # an empty slot proposes code 0, which is then compared
        self.taken = np.zeros(1 << bits, dtype=np.bool_)

    def slots(self, words: NDArray[Any]) -> NDArray[np.intp]:
        """Return the slot of each row of words."""
        hashed = words @ self.multipliers
        if self.mixed:  # else multiples of an unlucky number share few slots, which matters if they are many
            hashed ^= hashed >> HALF
            hashed *= MIXER
        return (hashed >> self.shift).view(np.intp)

    def place(self, codes: NDArray[np.intp], words: NDArray[Any]) -> NDArray[np.intp]:
        """Enter the codes whose slots are free; return the rows of the others."""
        slots = self.slots(words)
        free = np.flatnonzero(~self.taken[slots])
        self.codes[slots[free]] = codes[free]  # of several codes for one slot, one stays
        self.taken[slots[free]] = True
        return np.flatnonzero(self.codes[slots] != codes)


class WordBook:
    """Values of one NumPy type → codes, in the order in which the values appear."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._dtype = dtype
        self._word = np.dtype(f"u{next(width for width in (8, 4, 2, 1) if dtype.itemsize % width == 0)}")
        self._width = dtype.itemsize // self._word.itemsize
        self._known = np.zeros((16, self._width), dtype=self._word)
        self._bits = SLOT_BITS
        self._tables = [_Slots(0, self._width, self._bits)]
        self.labels: list[Label] = []
        self.missing_code: int | None = None

    def codes(self, values: NDArray[Any]) -> NDArray[np.intp]:
        """Return the code of each value; new values get the next codes."""
        if not self.labels and len(values) > FIRST:
            self._block(values[:FIRST])
        step = max(1, BLOCK_BYTES // self._dtype.itemsize)
        if len(values) <= step:
            return self._block(values)
        return np.concatenate([self._block(values[start : start + step]) for start in range(0, len(values), step)])

    def _block(self, values: NDArray[Any]) -> NDArray[np.intp]:
        values = np.ascontiguousarray(values, dtype=self._dtype)
        words = values.view(self._word).reshape(len(values), self._width)
        codes, unknown = self._find(words)
        if len(unknown):
            backwards = unknown[::-1].tolist()
            first_rows = dict(zip(values[backwards].tolist(), backwards, strict=True))
            fresh = sorted(first_rows, key=first_rows.__getitem__)
            self._learn(fresh, words[[first_rows[label] for label in fresh]])
            codes[unknown], _ = self._find(words[unknown])
        return codes

    def _find(self, words: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the codes, and the rows whose words are not known."""
        codes = self._tables[0].codes.take(self._tables[0].slots(words))
        rows = self._different(words, codes)
        for table in self._tables[1:]:
            if not len(rows):
                break
            left = words[rows]
            codes[rows] = candidates = table.codes.take(table.slots(left))
            rows = rows[self._different(left, candidates)]
        return codes, rows

    def _different(self, words: NDArray[Any], codes: NDArray[np.intp]) -> NDArray[np.intp]:
        if not self.labels:
            return np.arange(len(words))
        same = self._known.take(codes, axis=0) == words
        if same.all():
            return np.empty(0, dtype=np.intp)
        return np.flatnonzero(~same.all(axis=1))

    def _learn(self, labels: list[Label], words: NDArray[Any]) -> None:
        codes = np.arange(len(self.labels), len(self.labels) + len(labels))
        self._grow(len(self.labels) + len(labels))
        self._known[codes] = words
        self.labels += labels
        if len(self.labels) > (1 << self._bits) // 2:
            self._bits = (4 * len(self.labels)).bit_length()
            self._tables = [_Slots(0, self._width, self._bits)]
            codes = np.arange(len(self.labels))
        self._place(codes)

    def _place(self, codes: NDArray[np.intp]) -> None:
        """Enter codes into the tables, from the first one on."""
        number = 0
        while len(codes):
            if number == len(self._tables):
                bits = max(self._bits - 2 * number, self._bits // 2, 1)  # few labels get to the later tables
                self._tables.append(_Slots(number, self._width, bits))
            codes = codes[self._tables[number].place(codes, self._known[codes])]
            number += 1

    def _grow(self, size: int) -> None:
        if size > len(self._known):
            more = np.zeros((size, self._width), dtype=self._word)
            self._known = np.concatenate([self._known, more])


class WordColumn(Booked):
    """A column of NumPy texts or bytes."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        self._book = WordBook(array.dtype)
        super().__init__(len(array), self._book)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._book.codes(self._array[start:stop])
