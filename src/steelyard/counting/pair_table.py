"""A growing table of how often each pair of codes occurred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


FITS = 2**31 - 1
"""Up to so many items no int32 can overflow."""


class PairTable:
    """Number of items, and the sum of their weights if they have some, by (row code, column code)."""

    def __init__(self, weights: np.dtype[Any] | None = None) -> None:
        self.size = 0
        # int32 as long as it holds: half the cache, so a fifth less time with 1,000 classes.
        self.items: NDArray[Any] = np.zeros((0, 0), dtype=np.int32)
        self.weights: NDArray[Any] | None = None if weights is None else np.zeros((0, 0), dtype=weights)

    @property
    def cells(self) -> NDArray[Any]:
        """What was to be counted: the weights, or else the items."""
        return self.items if self.weights is None else self.weights

    def reserve(self, rows: int, columns: int) -> None:
        """Make room for codes below these; the last row and the last column stay empty."""
        shape = _enough(self.items.shape[0], rows + 1), _enough(self.items.shape[1], columns + 1)
        if shape != self.items.shape:
            self.items = _grown(self.items, shape)
            if self.weights is not None:
                self.weights = _grown(self.weights, shape)

    def add(self, rows: NDArray[np.intp], columns: NDArray[np.intp], weights: NDArray[Any] | None = None) -> None:
        """Count pairs of codes for which there is room."""
        self.size += len(rows)
        if self.size > FITS and self.items.dtype == np.int32:
            self.items = self.items.astype(np.int64)
        pairs = rows * self.items.shape[1]
        pairs += columns
        # Unlike `bincount`, `add.at` makes no new table per chunk; it is as fast if the dtypes are equal.
        np.add.at(self.items.reshape(-1), pairs, self.items.dtype.type(1))
        if self.weights is not None and weights is not None:
            np.add.at(self.weights.reshape(-1), pairs, weights.astype(self.weights.dtype, copy=False))

    def take_out(self, rows: list[int], columns: list[int]) -> tuple[int, Any]:
        """Empty these rows and columns; return how many items were in them, and how much they counted."""
        number, counted = 0, 0
        for items, cells, codes in ((self.items, self.cells, rows), (self.items.T, self.cells.T, columns)):
            for code in codes:
                number += int(items[code].sum())
                counted += cells[code].sum().item()
                items[code] = 0
                cells[code] = 0
        return number, counted


def _enough(have: int, want: int) -> int:
    """Grow twofold at least: labels that turn up one by one shall not mean a copy each."""
    return have if want <= have else max(want, 2 * have)


def _grown(table: NDArray[Any], shape: tuple[int, int]) -> NDArray[Any]:
    grown = np.zeros(shape, dtype=table.dtype)
    grown[: table.shape[0], : table.shape[1]] = table
    return grown
