"""Put scattered counts into cells: add up those of the same cell, and choose between dense and sparse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.cells.base import Cells, Coordinates
from steelyard.counts.cells.dense import DenseCells
from steelyard.counts.cells.limits import DENSE_CELLS, refuse_dense
from steelyard.counts.cells.sparse import SparseCells
from steelyard.counts.cells.whole import LIMIT, fit, sixty_four_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray


def gathered(cells: Coordinates, stack: tuple[int, ...], classes: int, *, dense: bool | None = None) -> Cells:
    """Return cells from counts in any order; the same cell may occur several times.

    `dense`: if not given, dense up to `DENSE_CELLS`.
    """
    size = int(np.prod(stack)) * classes**2
    if size >= LIMIT:
        raise ValueError(f"a stack of shape {stack} over {classes:,} classes has more cells than can be numbered.")
    values = sixty_four_bits(cells.values)
    keys = (cells.at.astype(np.int64, copy=False) * classes + cells.rows) * classes + cells.columns
    if dense is None:
        dense = size <= DENSE_CELLS
    if dense:
        refuse_dense(size, classes)
        counts = np.zeros(size, dtype=values.dtype)
        np.add.at(counts, keys, values)
        return DenseCells(counts.reshape(*stack, classes, classes))
    if _rising(keys) and values.all():  # nothing to add up, sort or leave out
        return SparseCells(cells._replace(values=values), stack, classes)
    keys, values = summed(keys, values)
    if not values.all():
        keys, values = keys[values != 0], values[values != 0]
    rest, columns = np.divmod(keys, classes)
    at, rows = np.divmod(rest, classes)
    return SparseCells(Coordinates(at, rows, columns, values), stack, classes)


def stacked(every: Sequence[Cells]) -> Cells:
    """Return single matrices over the same classes as a stack; dense if all of them are and it is not too large."""
    classes = every[0].classes
    dense = [cells for cells in every if isinstance(cells, DenseCells)]
    if len(dense) == len(every) and len(every) * classes**2 <= max(DENSE_CELLS, classes**2):
        counts = np.stack([cells.counts for cells in dense])
        return DenseCells(counts if fit([counts]) else counts.astype(np.float64))
    parts = [cells.coordinates()._replace(at=np.full(len(cells.coordinates().at), i)) for i, cells in enumerate(every)]
    return gathered(Coordinates(*map(np.concatenate, zip(*parts, strict=True))), (len(every),), classes)


def summed(keys: NDArray[np.int64], values: NDArray[np.generic]) -> tuple[NDArray[np.int64], NDArray[np.generic]]:
    """Return the keys sorted, each once, with the sum of its values."""
    if not _rising(keys):
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        keys, values = keys[first], np.add.reduceat(values[order], first)
    return keys, values


def _rising(keys: NDArray[np.int64]) -> bool:
    return bool((keys[1:] > keys[:-1]).all())
