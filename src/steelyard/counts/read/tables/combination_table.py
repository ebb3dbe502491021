"""A table of the combinations of any number of columns, which may be too many for one number of 64 bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.combinations import all_combined

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        found, sums = all_combined(codes, typed)
        for parts, part in zip([*self._codes, *self._values], [*found, *sums], strict=True):
            parts.append(part)
        self._pending += len(found[0])
        if self._pending > max(PENDING, len(self._codes[0][0])):
            self._merge()

    def occurring(self, axis: int) -> NDArray[np.intp]:
        """Return the codes along an axis that have items."""
        self._merge()
        codes = self._codes[axis][0]
        there = np.zeros(int(codes.max(initial=-1)) + 1, dtype=np.bool_)
        there[codes] = True
        return np.flatnonzero(there)

    def counted(self, column: int) -> tuple[tuple[NDArray[np.intp], ...], NDArray[Any]]:
        """Return the codes along each axis of what occurred, in their order, and a column of sums, then the items."""
        self._merge()
        return tuple(parts[0] for parts in self._codes), self._values[column][0]

    def _merge(self) -> None:
        if len(self._codes[0]) > 1:
            codes, values = all_combined(
                *([np.concatenate(parts) for parts in of] for of in (self._codes, self._values))
            )
            self._codes, self._values = [[part] for part in codes], [[part] for part in values]
        self._pending = 0
