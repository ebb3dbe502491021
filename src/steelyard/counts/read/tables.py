"""Tables that count combinations of codes: dense with an axis per column, sparse in sorted runs, of several models."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from steelyard.counts.combinations import all_combined, first_places

if TYPE_CHECKING:
    from numpy.typing import NDArray


CHUNK = 1 << 15
"""Items per chunk. Measured on 10⁷ integers: 2¹⁴…2¹⁶ are alike; smaller ones pay for calls, larger ones for cache."""


def chunks(size: int) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) over `size` items."""
    for start in range(0, size, CHUNK):
        yield start, min(start + CHUNK, size)


# A table of few codes: all their combinations, with an axis per column.


FITS = 2**31 - 1
"""Up to so many items no int32 can overflow."""


class DenseTable:
    """Number of rows, and the sums of what they count if that is not 1 each, by the codes of several columns."""

    def __init__(self, axes: int, dtypes: Sequence[np.dtype[Any]] = ()) -> None:
        self.size = 0
        # int32 as long as it holds: half the cache, so a fifth less time with 1,000 classes.
        self.items: NDArray[Any] = np.zeros((0,) * axes, dtype=np.int32)
        self.sums: list[NDArray[Any]] = [np.zeros((0,) * axes, dtype=dtype) for dtype in dtypes]

    def reserve(self, known: Sequence[int], most: int) -> bool:
        """Make room for codes below these, with one place more along each axis, which stays empty.

        Return False if that would take more than `most` cells.
        """
        shape = tuple(_enough(have, want + 1) for have, want in zip(self.items.shape, known, strict=True))
        if shape != self.items.shape:
            if math.prod(shape) > most:
                return False
            self.items = _grown(self.items, shape)
            self.sums = [_grown(sums, shape) for sums in self.sums]
        return True

    def add(self, codes: Sequence[NDArray[np.intp]], values: Sequence[NDArray[Any]] = ()) -> None:
        """Count combinations of codes for which there is room, and sum up their values."""
        self.size += len(codes[0])
        if self.size > FITS and self.items.dtype == np.int32:
            self.items = self.items.astype(np.int64)
        places = codes[0] * self.items.shape[1]
        places += codes[1]
        for width, more in zip(self.items.shape[2:], codes[2:], strict=True):
            places *= width
            places += more
        # Unlike `bincount`, `add.at` makes no new table per chunk; it is as fast if the dtypes are equal.
        np.add.at(self.items.reshape(-1), places, self.items.dtype.type(1))
        for sums, column in zip(self.sums, values, strict=True):
            np.add.at(sums.reshape(-1), places, column.astype(sums.dtype, copy=False))

    def occurring(self, axis: int) -> NDArray[np.intp]:
        """Return the codes along an axis that have items."""
        others = tuple(other for other in range(self.items.ndim) if other != axis % self.items.ndim)
        return np.nonzero(self.items.any(axis=others))[0]

    def placed(self, column: int, orders: Sequence[NDArray[np.intp]]) -> NDArray[Any]:
        """Return a column of sums, or beyond them the items, with the codes in the order given; code −1 has none."""
        cells = self._columns[column]
        for axis, order in enumerate(orders):
            cells = cells.take(order, axis=axis)  # a third of the time of np.ix_
        return cells.astype(_result(cells.dtype), copy=False)

    def counted(self, column: int) -> tuple[tuple[NDArray[np.intp], ...], NDArray[Any]]:
        """Return the codes along each axis of the cells of such a column that are not 0, and the cells."""
        cells = self._columns[column]
        codes = cells.nonzero()
        return codes, cells[codes].astype(_result(cells.dtype), copy=False)

    def summed(self, column: int) -> NDArray[Any]:
        """Return such a column as it is, in the order of all others."""
        return self._columns[column]

    @property
    def _columns(self) -> list[NDArray[Any]]:
        return [*self.sums, self.items]


def _result(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(np.float64 if dtype.kind == "f" else np.int64)


def _enough(have: int, want: int) -> int:
    """Grow twofold at least: labels that turn up one by one shall not mean a copy each."""
    return have if want <= have else max(want, 2 * have)


def _grown(table: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    grown = np.zeros(shape, dtype=table.dtype)
    grown[tuple(slice(size) for size in table.shape)] = table
    return grown


# A table of many codes: only the combinations that occurred, in sorted runs of packed codes.


DIGIT = 16
"""Bits of a digit."""


def digit_sorted(keys: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Return keys of at least 0 and at most so many bits, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> digit_sorted(np.array([70000, 3, 65536]), 17)
    array([    3, 65536, 70000])
    """
    for shift in range(0, bits, DIGIT):
        keys = keys.take(_digits(keys, shift).argsort(kind="stable"))
    return keys


def digit_order(keys: NDArray[np.int64], bits: int) -> NDArray[np.intp]:
    """Return the order in which such keys are sorted; equal ones stay as they are."""
    order = _digits(keys, 0).argsort(kind="stable")
    for shift in range(DIGIT, bits, DIGIT):
        order = order.take(_digits(keys, shift).take(order).argsort(kind="stable"))
    return order


def _digits(keys: NDArray[np.int64], shift: int) -> NDArray[np.uint16]:
    return (keys >> shift).astype(np.uint16)


BUFFER = 1 << 20
"""Items that wait to be sorted: 8 MB. Measured with 10⁷ items: the digits of larger buffers leave the cache."""

UNMERGED = 1 << 23
"""Combinations in runs that wait to be merged: 128 MB at most, twice that with weights."""

MOST_BITS = 63
"""Of packed codes, which are whole numbers of 64 bits and at least 0."""


class Run(NamedTuple):
    """Packed codes, sorted, each once; how many rows, and the sums of what they count if that is not 1 each."""

    keys: NDArray[np.int64]
    items: NDArray[np.int64]
    sums: list[NDArray[Any]]


class SparseTable:
    """Number of rows, and the sums of what they count if that is not 1 each, by the codes of several columns."""

    def __init__(self, axes: int, dtypes: Sequence[np.dtype[Any]] = ()) -> None:
        self._bits = [1] * axes
        self._dtypes = dtypes
        self._runs: list[Run] = []
        self._keys: list[NDArray[np.int64]] = []
        self._values: list[list[NDArray[Any]]] = [[] for _ in dtypes]
        self._waiting = 0

    @classmethod
    def of(cls, dense: DenseTable) -> Self:
        """Return what a dense table has counted."""
        table = cls(dense.items.ndim, [sums.dtype for sums in dense.sums])
        codes = dense.items.nonzero()
        if len(codes[0]):
            table._make_room(codes)
            sums = [sums[codes] for sums in dense.sums]
            table._runs = [Run(table._packed(codes), dense.items[codes].astype(np.int64), sums)]
        return table

    def add(self, codes: Sequence[NDArray[np.intp]], values: Sequence[NDArray[Any]] = ()) -> None:
        """Count combinations of codes, and sum up their values."""
        if not len(codes[0]):
            return
        self._make_room(codes)
        self._keys.append(self._packed(codes))
        for waiting, column, dtype in zip(self._values, values, self._dtypes, strict=True):
            waiting.append(column.astype(dtype))
        self._waiting += len(codes[0])
        if self._waiting >= BUFFER:
            self._sort()
            sizes = [len(run.keys) for run in self._runs]
            if sum(sizes) - max(sizes) > max(UNMERGED, *sizes):
                self._merge()

    def occurring(self, axis: int) -> NDArray[np.intp]:
        """Return the codes along an axis that have items."""
        return _occurring(self._unpacked(self._merged().keys, axis))

    def counted(self, column: int) -> tuple[tuple[NDArray[np.intp], ...], NDArray[Any]]:
        """Return the codes along each axis of what occurred, in their order, and a column of sums, then the items."""
        run = self._merged()
        codes = tuple(self._unpacked(run.keys, axis) for axis in range(len(self._bits)))
        return codes, [*run.sums, run.items][column]

    def summed(self, column: int) -> NDArray[Any]:
        """Return such a column alone."""
        run = self._merged()
        return [*run.sums, run.items][column]

    def _make_room(self, codes: Sequence[NDArray[np.intp]]) -> None:
        """Widen the fields of the packed codes; the order of what is packed already stays the same."""
        bits = [max(have, int(part.max()).bit_length()) for have, part in zip(self._bits, codes, strict=True)]
        if bits == self._bits:
            return
        if sum(bits) > MOST_BITS:
            raise ValueError("there are more combinations of slices and labels than can be numbered; use fewer slices.")
        self._sort()
        parts = [[self._unpacked(run.keys, axis) for axis in range(len(bits))] for run in self._runs]
        self._bits = bits
        self._runs = [run._replace(keys=self._packed(part)) for run, part in zip(self._runs, parts, strict=True)]

    def _packed(self, codes: Sequence[NDArray[np.intp]]) -> NDArray[np.int64]:
        keys = codes[0].astype(np.int64)
        for bits, part in zip(self._bits[1:], codes[1:], strict=True):
            keys <<= bits
            keys |= part
        return keys

    def _unpacked(self, keys: NDArray[np.int64], axis: int) -> NDArray[np.intp]:
        axis %= len(self._bits)
        return (keys >> sum(self._bits[axis + 1 :])) & ((1 << self._bits[axis]) - 1)

    def _sort(self) -> None:
        """Turn what waits into a run."""
        if not self._waiting:
            return
        keys = np.concatenate(self._keys)
        if not self._dtypes:
            keys = digit_sorted(keys, sum(self._bits))
            first = first_places(keys)
            self._runs.append(Run(keys[first], np.diff(first, append=len(keys)), []))
        else:
            order = digit_order(keys, sum(self._bits))
            keys = keys[order]
            first = first_places(keys)
            sums = [np.add.reduceat(np.concatenate(waiting)[order], first) for waiting in self._values]
            self._runs.append(Run(keys[first], np.diff(first, append=len(keys)), sums))
        self._keys, self._values, self._waiting = [], [[] for _ in self._dtypes], 0

    def _merge(self) -> None:
        keys = np.concatenate([run.keys for run in self._runs])
        order = keys.argsort(kind="stable")  # which finds the runs, and merges them
        keys = keys[order]
        first = first_places(keys)
        items = np.add.reduceat(np.concatenate([run.items for run in self._runs])[order], first)
        columns = zip(*(run.sums for run in self._runs), strict=True)
        sums = [np.add.reduceat(np.concatenate(column)[order], first) for column in columns]
        self._runs = [Run(keys[first], items, sums)]

    def _merged(self) -> Run:
        self._sort()
        if not self._runs:
            nothing = np.empty(0, dtype=np.int64)
            return Run(nothing, nothing, [np.empty(0, dtype=dtype) for dtype in self._dtypes])
        if len(self._runs) > 1:
            self._merge()
        return self._runs[0]


# A table of the combinations of any number of columns, which may be too many for one number of 64 bits.


PENDING = 1 << 20
"""Combinations that wait to be added up, unless as many are known already."""


class CombinationTable:
    """Number of rows, and the sums of what they count if that is not 1 each, by the codes of several columns."""

    def __init__(self, axes: int, dtypes: Sequence[np.dtype[Any]] = ()) -> None:
        self._codes: list[list[NDArray[np.intp]]] = [[np.empty(0, dtype=np.intp)] for _ in range(axes)]
        every = [*dtypes, np.dtype(np.int64)]  # of the rows
        self._values: list[list[NDArray[Any]]] = [[np.empty(0, dtype=dtype)] for dtype in every]
        self._pending = 0

    def add(self, codes: Sequence[NDArray[np.intp]], values: Sequence[NDArray[Any]] = ()) -> None:
        """Count combinations of codes, and sum up their values."""
        if not len(codes[0]):
            return
        columns = [*values, np.ones(len(codes[0]), dtype=np.int64)]
        typed = [column.astype(parts[0].dtype, copy=False) for column, parts in zip(columns, self._values, strict=True)]
        distinct, sums = all_combined(codes, typed)
        for parts, part in zip([*self._codes, *self._values], [*distinct, *sums], strict=True):
            parts.append(part)
        self._pending += len(distinct[0])
        if self._pending > max(PENDING, len(self._codes[0][0])):
            self._merge()

    def occurring(self, axis: int) -> NDArray[np.intp]:
        """Return the codes along an axis that have items."""
        self._merge()
        return _occurring(self._codes[axis][0])

    def counted(self, column: int) -> tuple[tuple[NDArray[np.intp], ...], NDArray[Any]]:
        """Return the codes along each axis of what occurred, in their order, and a column of sums, then the items."""
        self._merge()
        return tuple(parts[0] for parts in self._codes), self._values[column][0]

    def summed(self, column: int) -> NDArray[Any]:
        """Return such a column alone."""
        self._merge()
        return self._values[column][0]

    def _merge(self) -> None:
        if len(self._codes[0]) > 1:
            codes, values = all_combined(
                *([np.concatenate(parts) for parts in of] for of in (self._codes, self._values))
            )
            self._codes, self._values = [[part] for part in codes], [[part] for part in values]
        self._pending = 0


def _occurring(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the distinct codes, in order: a mark for each is quicker than a sort."""
    there = np.zeros(int(codes.max(initial=-1)) + 1, dtype=np.bool_)
    there[codes] = True
    return np.flatnonzero(there)
