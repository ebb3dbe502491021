"""Walk once over the items and count combinations of codes; then put these in the places of classes and slices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.cells import DENSE_CELLS, DenseCells, gathered
from steelyard.counts.cells.storage import Coordinates, sixty_four_bits
from steelyard.counts.read.classes import lacking
from steelyard.counts.read.columns.column import chunks
from steelyard.counts.read.tables.tables import CombinationTable, DenseTable, SparseTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.cells import Cells
    from steelyard.counts.read.amounts import Amounts
    from steelyard.counts.read.columns.column import LabelColumn


CodeTable = DenseTable | SparseTable | CombinationTable

SMALL = 1 << 25
"""Cells of a dense table that is never too large: 128 MB."""

LARGEST = 1 << 27


class Tally(NamedTuple):
    """What was counted.

    Attributes
    ----------
    tables
        One per model, over (slices…, truth, prediction); or one over (slices…, truth, all predictions).
    lost
        How many items have no label and were left out.
    """

    tables: list[CodeTable]
    lost: int


def tally(
    axes: Sequence[LabelColumn],
    labels: Sequence[LabelColumn],
    amounts: Amounts | None = None,
    *,
    keep: bool = False,
    together: bool = False,
) -> Tally:
    """Count the items; those without a true or one of the predicted labels are left out for all models, or kept.

    `labels` are the truth, then the predictions: a table of pairs for each, or one table of all (`together`).
    `amounts` say what each item counts, if that is not 1 item.
    """
    dtypes, truth = () if amounts is None else amounts.dtypes, labels[0]
    every = range(len(labels))
    held = [tuple(every)] if together else [(0, i) for i in every[1:]]
    made = CombinationTable if together else DenseTable
    tables: list[CodeTable] = [made(len(axes) + len(which), dtypes) for which in held]
    room: list[list[int]] = [[] for _ in held]
    lost = 0
    for start, stop in chunks(truth.size):
        at = [axis.codes(start, stop) for axis in axes]
        pairs = [column.codes(start, stop) for column in labels]
        values = [] if amounts is None else amounts.part(start, stop)
        gone = None if keep else lacking(labels, pairs)
        if gone is not None:
            without = np.flatnonzero(gone)
            lost += len(without) if amounts is None else amounts.items(start + without)
            left = ~gone
            at, pairs, values = ([column[left] for column in columns] for columns in (at, pairs, values))
        for i, which in enumerate(held):
            known = [*(axis.known for axis in axes), *(labels[k].known for k in which)]
            if known != room[i]:
                tables[i], room[i] = _roomy(tables[i], known, truth.size), known
            tables[i].add([*at, *(pairs[k] for k in which)], values)
    return Tally(tables, lost)


def _roomy(table: CodeTable, known: Sequence[int], items: int) -> CodeTable:
    """Return the table, dense as long as it takes no more memory than the columns, which are some 16 bytes an item."""
    if not isinstance(table, DenseTable) or table.reserve(known, min(max(SMALL, 4 * items), LARGEST)):
        return table
    return SparseTable.of(table)


def placed(
    tables: Sequence[CodeTable],
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
    at, (rows, columns) = located(codes, orders[:-2], orders[-2:])
    return Coordinates(at, rows, columns, values)


def located(
    codes: Sequence[NDArray[np.intp]], slices: Sequence[NDArray[np.intp]], classes: Sequence[NDArray[np.intp]]
) -> tuple[NDArray[np.intp], list[NDArray[np.intp]]]:
    """Return, of combinations of codes, the number of the slice, through all axes, and the place of each label.

    `slices` and `classes` have the code at each place along each axis.
    """
    at = np.zeros(len(codes[0]), dtype=np.intp)
    for column_codes, order in zip(codes, slices, strict=False):
        at = at * len(order) + _place(order)[column_codes]
    return at, [_place(order)[column_codes] for column_codes, order in zip(codes[len(slices) :], classes, strict=True)]


def _place(order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the place of each code."""
    there = np.flatnonzero(order >= 0)
    place = np.zeros(int(order.max(initial=-1)) + 1, dtype=np.intp)
    place[order[there]] = there
    return place
