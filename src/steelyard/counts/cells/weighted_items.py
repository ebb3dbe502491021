"""What stands behind the cells of weighted items: the sums of their squared weights, and how many items there are.

With the sums of the weights, these say how sure a cell is, and like counts they add: over cells, slices and shards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from steelyard.counts.cells.storage import Cells, TableCells

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WeightedItems(NamedTuple):
    """Items whose weights are the counts of a table of the same shape.

    Attributes
    ----------
    squares
        The sum of the squared weights of each cell's items.
    rows
        How many items of a weight above 0 each cell has: int64.

    Both are cells of the table's own kind.
    """

    squares: Any
    rows: Any

    @classmethod
    def of_counts(cls, counts: TableCells) -> Self:
        """Return counted items as items that weigh 1 each."""
        return cls(counts, counts)

    def each(self, change: Callable[[Any], TableCells]) -> WeightedItems:
        """Return both after a change that only moves cells and adds them up."""
        return WeightedItems(change(self.squares), change(self.rows))

    def scaled(self, factors: NDArray[np.float64]) -> WeightedItems:
        """Return items of factor times the weight; by factor 0 they are gone."""
        return WeightedItems(self.squares.scaled(factors**2), self.rows.scaled(factors > 0))

    def plus(self, other: WeightedItems) -> WeightedItems:
        """Return the items of both."""
        return WeightedItems(self.squares.plus(other.squares), self.rows.plus(other.rows))


LEAST = 1e-150
"""Weights from here on have squares that are floats with all their digits."""


def check_squares(weights: NDArray[Any], squares: NDArray[Any]) -> None:
    """Refuse weights of cells whose squares are too small to be summed."""
    lost = (weights > 0) & (squares < LEAST**2)
    if lost.any():
        raise ValueError(
            f"weights above 0 must be at least {LEAST:g}, so that their squares can be summed, but all items of one "
            f"true and one predicted label together weigh {weights[lost].max():g}; multiply all weights by the same "
            "number, or make the smallest 0."
        )


def are_unknown(counts: TableCells) -> bool:
    """Whether counts without items behind them are weights all the same: floats, given as a matrix."""
    return counts.kind == "f" and counts.largest() > 0


def at_cells(counts: Cells, items: WeightedItems) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    """Return the squares and rows of the cells that are not 0, in the order of their coordinates."""
    wanted, _ = _numbered(counts)
    squares, rows = (_values_at(wanted, *_numbered(cells)) for cells in items)
    return squares, rows


def _values_at(wanted: NDArray[np.int64], there: NDArray[np.int64], values: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the values at some cells, 0 where there is none."""
    wanted_values = np.zeros(len(wanted), dtype=values.dtype)
    kept = np.isin(there, wanted, assume_unique=True)
    wanted_values[np.searchsorted(wanted, there[kept])] = values[kept]
    return wanted_values


def _numbered(cells: Cells) -> tuple[NDArray[np.int64], NDArray[np.generic]]:
    at, rows, columns, values = cells.coordinates()
    return (at.astype(np.int64) * cells.classes + rows) * cells.classes + columns, values
