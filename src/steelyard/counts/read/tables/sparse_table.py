"""A table of many codes: only the combinations that occurred, in sorted runs of packed codes.

New items wait in a buffer. A full buffer is sorted, digit by digit, and becomes a run; runs are merged when they are
many and together as long as the longest. So memory is in proportion to the combinations that occurred, and each is
merged few times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.read.tables.dense_table import DenseTable


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
        codes = self._unpacked(self._merged().keys, axis)
        there = np.zeros(int(codes.max(initial=-1)) + 1, dtype=np.bool_)
        there[codes] = True
        return np.flatnonzero(there)

    def counted(self, column: int) -> tuple[tuple[NDArray[np.intp], ...], NDArray[Any]]:
        """Return the codes along each axis of what occurred, in their order, and a column of sums, then the items."""
        run = self._merged()
        codes = tuple(self._unpacked(run.keys, axis) for axis in range(len(self._bits)))
        return codes, [*run.sums, run.items][column]

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
            first = _first(keys)
            self._runs.append(Run(keys[first], np.diff(first, append=len(keys)), []))
        else:
            order = digit_order(keys, sum(self._bits))
            keys = keys[order]
            first = _first(keys)
            sums = [np.add.reduceat(np.concatenate(waiting)[order], first) for waiting in self._values]
            self._runs.append(Run(keys[first], np.diff(first, append=len(keys)), sums))
        self._keys, self._values, self._waiting = [], [[] for _ in self._dtypes], 0

    def _merge(self) -> None:
        keys = np.concatenate([run.keys for run in self._runs])
        order = keys.argsort(kind="stable")  # which finds the runs, and merges them
        keys = keys[order]
        first = _first(keys)
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


def _first(keys: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return where each key stands first among sorted ones."""
    return np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
