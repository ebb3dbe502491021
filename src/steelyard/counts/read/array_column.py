"""Columns of NumPy arrays: the type of the array decides how its items are coded, some by their machine words.

A multiplicative hash of the words leads to a slot, the slot to a code, and the words of that code are compared with
the item's: the hash only proposes, equality decides. 10⁶ texts of 10 characters take 12 ms, a fifth of `tolist`.

Of whole numbers, inside a window the number itself, less an offset, is the code. The window is guessed from a sample:
small, so that a dense table of pairs fits, or, if the sample has many different numbers, as wide as a sparse one
allows. Numbers outside it get the codes behind it, from a book.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import MISSING, Label
from steelyard.counts.read.column import Booked, LabelColumn, Objects
from steelyard.counts.read.label import moments, whole_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Read = Callable[[int, int], tuple[NDArray[Any], NDArray[np.bool_] | None]]
    Meaning = Callable[[list[int]], list[Label]]


# Values of a fixed width, by their machine words.


SLOT_BITS = 16
"""Of the first table, as long as there are few labels."""

BLOCK_BYTES = 1 << 19
"""Items are looked up in blocks of this size, so that the words of wide texts stay in the cache."""

FIRST_ITEMS = 256
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
        if not self.labels and len(values) > FIRST_ITEMS:
            self._block(values[:FIRST_ITEMS])
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


# Whole numbers, and floats, which are whole or not.


SMALL_WINDOW = 1 << 11
"""Small windows: a table of 2,048² pairs takes 16 MB."""

WIDE_WINDOW = 1 << 24
"""Wide windows: a mark for each number takes 16 MB."""

MANY_NUMBERS = 1 << 10
"""From so many different numbers in the sample on, a wide window is better than a book."""

SAMPLE = 1 << 12
"""Items, about, from which a window is guessed."""


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
    if high - low < SMALL_WINDOW:
        low = 0 if low >= 0 and high < SMALL_WINDOW else low
        width = max(16, 1 << (high - low).bit_length())
    elif high - low < WIDE_WINDOW and len(np.unique(sample)) >= MANY_NUMBERS:
        width = WIDE_WINDOW  # with room on both sides of what the sample has
        low = 0 if low >= 0 and high < WIDE_WINDOW else low - (WIDE_WINDOW - (high - low)) // 2
    else:
        return 0, 0
    fits = -(2**63) <= low <= 2**63 - width  # beyond int64 it would go on at the other end
    return (low, width) if fits else (0, 0)


NO_NUMBER = 0
"""The code of NaN."""


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


# An array as one of these, by its type.


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
