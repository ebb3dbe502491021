"""A growing table of how often each pair of codes occurred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PairTable:
    """Number of items, and the sum of their weights if they have some, by (row code, column code)."""

    def __init__(self, weights: np.dtype[Any] | None = None) -> None:
        self.items: NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
        self.weights: NDArray[Any] | None = None if weights is None else np.zeros((0, 0), dtype=weights)

    @property
    def cells(self) -> NDArray[Any]:
        """What was to be counted: the weights, or else the items."""
        return self.items if self.weights is None else self.weights

    def reserve(self, rows: int, columns: int) -> None:
        """Make room for codes below these."""
        old_rows, old_columns = self.items.shape
        if rows > old_rows or columns > old_columns:
            # Twice as many as before: labels that turn up one by one shall not mean a copy each.
            shape = (
                max(rows, 2 * old_rows) if rows > old_rows else old_rows,
                max(columns, 2 * old_columns) if columns > old_columns else old_columns,
            )
            self.items = _grown(self.items, shape)
            if self.weights is not None:
                self.weights = _grown(self.weights, shape)

    def add(self, rows: NDArray[np.intp], columns: NDArray[np.intp], weights: NDArray[Any] | None = None) -> None:
        """Count pairs of codes for which there is room."""
        pairs = rows * self.items.shape[1]
        pairs += columns
        # Unlike `bincount`, as fast otherwise, `add.at` makes no new table per chunk (10⁷ items, 1,000 classes:
        # 35 ms, not 100); but only if the dtypes are equal.
        np.add.at(self.items.reshape(-1), pairs, 1)
        if self.weights is not None and weights is not None:
            np.add.at(self.weights.reshape(-1), pairs, weights.astype(self.weights.dtype, copy=False))


def _grown(table: NDArray[Any], shape: tuple[int, int]) -> NDArray[Any]:
    grown = np.zeros(shape, dtype=table.dtype)
    grown[: table.shape[0], : table.shape[1]] = table
    return grown
