"""Walk once over the items and count the combinations of their codes, for one model or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counting.columns.chunks import chunks
from steelyard.counting.missing import lacking
from steelyard.counting.tables.dense_table import DenseTable
from steelyard.counting.tables.sparse_table import SparseTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counting.columns.column import Column


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
    lost_items, lost
        How many items, and how many or how much weight, have no label and were left out.
    """

    tables: list[Table]
    lost_items: int
    lost: float


def tally(
    axes: Sequence[Column],
    truth: Column,
    predictions: Sequence[Column],
    weights: NDArray[Any] | None = None,
    sizes: NDArray[Any] | None = None,
    *,
    keep: bool = False,
) -> Tally:
    """Count the items; those without a true or one of the predicted labels are left out for all models, or kept.

    `sizes` says how many items each is, if they are groups.
    """
    dtype = None if weights is None else np.dtype(np.float64 if weights.dtype.kind == "f" else np.int64)
    tables: list[Table] = [DenseTable(len(axes) + 2, dtype) for _ in predictions]
    room: list[list[int]] = [[] for _ in predictions]
    lost_items, lost = 0, 0
    for start, stop in chunks(truth.size):
        at = [axis.codes(start, stop) for axis in axes]
        pairs = [truth.codes(start, stop), *(column.codes(start, stop) for column in predictions)]
        weighed = None if weights is None else weights[start:stop]
        gone = None if keep else lacking([truth, *predictions], pairs)
        if gone is not None:
            number = int(np.count_nonzero(gone))
            lost_items += number if sizes is None else int(sizes[start:stop][gone].sum())
            lost += number if weighed is None else weighed[gone].sum(dtype=dtype).item()
            left = ~gone
            at, pairs = [codes[left] for codes in at], [codes[left] for codes in pairs]
            weighed = None if weighed is None else weighed[left]
        for i, column in enumerate(predictions):
            known = [*(axis.known for axis in axes), truth.known, column.known]
            if known != room[i]:
                tables[i], room[i] = _roomy(tables[i], known, truth.size), known
            tables[i].add([*at, pairs[0], pairs[1 + i]], weighed)
    return Tally(tables, lost_items, lost)


def _roomy(table: Table, known: Sequence[int], items: int) -> Table:
    """Return the table, dense as long as it takes no more memory than the columns, which are some 16 bytes an item."""
    if isinstance(table, SparseTable) or table.reserve(known, min(max(SMALL, 4 * items), LARGEST)):
        return table
    return SparseTable.of(table)
