"""A growing table of how often each combination of codes occurred: one axis per column."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        return np.flatnonzero(self.items.any(axis=others))

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
