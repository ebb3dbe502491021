"""Walk once over the items and count the combinations of their codes, for one model or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts.read.columns.chunks import chunks
from steelyard.counts.read.missing import lacking
from steelyard.counts.read.tables.dense_table import DenseTable
from steelyard.counts.read.tables.sparse_table import SparseTable

if TYPE_CHECKING:
    from steelyard.counts.read.amounts import Amounts
    from steelyard.counts.read.columns.column import Column


Table = DenseTable | SparseTable

SMALL = 1 << 25
"""Cells of a dense table that is never too large: 128 MB."""

LARGEST = 1 << 27


class Tally(NamedTuple):
    """What was counted.

    Attributes
    ----------
    tables
        One per model, over (slices…, truth, prediction).
    lost
        How many items have no label and were left out.
    """

    tables: list[Table]
    lost: int


def tally(
    axes: Sequence[Column],
    truth: Column,
    predictions: Sequence[Column],
    amounts: Amounts | None = None,
    *,
    keep: bool = False,
) -> Tally:
    """Count the items; those without a true or one of the predicted labels are left out for all models, or kept.

    `amounts` say what each counts, if that is not 1 item.
    """
    dtypes = () if amounts is None else amounts.dtypes
    tables: list[Table] = [DenseTable(len(axes) + 2, dtypes) for _ in predictions]
    room: list[list[int]] = [[] for _ in predictions]
    lost = 0
    for start, stop in chunks(truth.size):
        at = [axis.codes(start, stop) for axis in axes]
        pairs = [truth.codes(start, stop), *(column.codes(start, stop) for column in predictions)]
        values = [] if amounts is None else amounts.part(start, stop)
        gone = None if keep else lacking([truth, *predictions], pairs)
        if gone is not None:
            without = np.flatnonzero(gone)
            lost += len(without) if amounts is None else amounts.items(start + without)
            left = ~gone
            at, pairs, values = ([column[left] for column in columns] for columns in (at, pairs, values))
        for i, column in enumerate(predictions):
            known = [*(axis.known for axis in axes), truth.known, column.known]
            if known != room[i]:
                tables[i], room[i] = _roomy(tables[i], known, truth.size), known
            tables[i].add([*at, pairs[0], pairs[1 + i]], values)
    return Tally(tables, lost)


def _roomy(table: Table, known: Sequence[int], items: int) -> Table:
    """Return the table, dense as long as it takes no more memory than the columns, which are some 16 bytes an item."""
    if isinstance(table, SparseTable) or table.reserve(known, min(max(SMALL, 4 * items), LARGEST)):
        return table
    return SparseTable.of(table)
