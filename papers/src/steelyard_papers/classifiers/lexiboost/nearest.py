"""The nearest items by Euclidean distance, not rounded off, and of those equally near the first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

AT_ONCE = 2**19
"""How many distances are computed at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Items whose nearest ones can be asked for.

    They are kept less their `middle` and in a `unit` of about their spread, a power of 2: so neither numbers far from 0
    nor very large or small ones round their distances off, and whole numbers stay whole.
    """

    items: NDArray[np.float64]
    middle: NDArray[np.float64]
    unit: float

    def nearest(self, X: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        """Return the places of the items nearest to each of others, nearest first."""
        return _nearest(_moved(X, self.middle, self.unit), self.items, count, themselves=True)

    def nearest_others(self, count: int) -> NDArray[np.intp]:
        """Return the places of the items nearest to each of the known ones, itself left out, nearest first."""
        return _nearest(self.items, self.items, count, themselves=False)


def known(X: NDArray[np.float64]) -> Known:
    """Return items as known ones.

    Examples
    --------
    >>> known(np.array([[0.0], [1.0], [3.0]])).nearest_others(2)
    array([[1, 2],
           [0, 2],
           [1, 0]])
    """
    with np.errstate(over="ignore"):  # refused by _moved
        middle = np.median(X, axis=0)
    around = _moved(X, middle, 1.0)
    unit = math.ldexp(1.0, math.frexp(np.abs(around).max())[1] - 1)
    return Known(around / unit, middle, unit)


def _moved(X: NDArray[np.float64], middle: NDArray[np.float64], unit: float) -> NDArray[np.float64]:
    with np.errstate(over="ignore", invalid="ignore"):
        moved: NDArray[np.float64] = (X - middle) / unit
    if not np.isfinite(moved).all():
        raise ValueError("X has items too far apart for their distance to be a finite number; scale the features.")
    return moved


def _nearest(
    some: NDArray[np.float64], items: NDArray[np.float64], count: int, *, themselves: bool
) -> NDArray[np.intp]:
    """Return the places of the nearest items; without `themselves`, `some` are the items, and none is its own."""
    squares = np.einsum("ij,ij->i", items, items)
    rows = max(1, AT_ONCE // len(items))
    result = []
    for at in range(0, len(some), rows):
        block = some[at : at + rows]
        longer = squares - 2 * (block @ items.T)  # ‖x − z‖² − ‖x‖²: what is left out is the same for all z
        if not themselves:
            longer[np.arange(len(block)), np.arange(at, at + len(block))] = np.inf
        result.append(_first_of(longer, block, items, count))
    return np.concatenate(result)


def _first_of(
    longer: NDArray[np.float64], block: NDArray[np.float64], items: NDArray[np.float64], count: int
) -> NDArray[np.intp]:
    """Return the nearest of each row, given distances that are rounded.

    All items that may be among them, by the most that rounding can do, are compared anew with the one that seems
    nearest, z₀: ‖x − z‖² − ‖x − z₀‖² = (z₀ − z)·((x − z) + (x − z₀)), which is exact where it is small.
    """
    reach, length = np.abs(items).sum(axis=1).max(), np.abs(block).sum(axis=1)
    rounding = np.finfo(np.float64).eps * (items.shape[1] + 2) * reach * (reach + 2 * length)
    last = np.partition(longer, count - 1, axis=1)[:, count - 1]
    rows, places = np.nonzero(longer <= (last + 4 * rounding)[:, np.newaxis])
    seeming, candidates, x = items[longer.argmin(axis=1)[rows]], items[places], block[rows]
    further = np.einsum("ij,ij->i", seeming - candidates, (x - candidates) + (x - seeming))
    order = np.lexsort((places, further, rows))
    starts = np.searchsorted(rows, np.arange(len(block)))
    ordered: NDArray[np.intp] = places[order][starts[:, np.newaxis] + np.arange(count)]
    return ordered
