"""From codes to places in a stack: cells counted by code become cells of classes and slices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells import DENSE_CELLS, DenseCells, gathered
from steelyard.counts.cells.base import Coordinates
from steelyard.counts.cells.whole import sixty_four_bits
from steelyard.counts.read.tables.dense_table import DenseTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.cells import Cells
    from steelyard.counts.read.tables.tally import Table


def placed(
    tables: Sequence[Table],
    orders: Sequence[Sequence[NDArray[np.intp]]],
    stack: tuple[int, ...],
    classes: int,
    column: int,
) -> Cells:
    """Return one column of what the tables of one or several models counted as the cells of a stack.

    `orders` has, for each table, the code at each place along each axis; −1 where there is none.
    """
    dense = [table for table in tables if isinstance(table, DenseTable)]
    if len(dense) == len(tables) and math.prod(stack) * classes**2 <= DENSE_CELLS:
        every = [table.placed(column, order) for table, order in zip(dense, orders, strict=True)]
        counts = every[0] if len(every) == 1 else np.stack(every)
        return DenseCells(sixty_four_bits(counts).reshape(*stack, classes, classes))
    parts = [in_places(*table.counted(column), order) for table, order in zip(tables, orders, strict=True)]
    if len(parts) == 1:
        return gathered(parts[0], stack, classes)
    slices = math.prod(stack) // len(parts)
    moved = [part._replace(at=part.at + i * slices) for i, part in enumerate(parts)]
    return gathered(Coordinates(*map(np.concatenate, zip(*moved, strict=True))), stack, classes)


def in_places(
    codes: Sequence[NDArray[np.intp]], values: NDArray[Any], orders: Sequence[NDArray[np.intp]]
) -> Coordinates:
    """Return cells by (slices…, truth, prediction), given by their codes, as coordinates.

    `orders` has the code at each place along each axis.
    """
    *slices, rows, columns = (_place(order)[found] for found, order in zip(codes, orders, strict=True))
    at = np.zeros(len(values), dtype=np.intp)
    for place, order in zip(slices, orders, strict=False):
        at = at * len(order) + place
    return Coordinates(at, rows, columns, values)


def _place(order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of each code."""
    there = np.flatnonzero(order >= 0)
    place = np.zeros(int(order.max(initial=-1)) + 1, dtype=np.intp)
    place[order[there]] = there
    return place
