"""Cells as an array (..., C, C)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells.base import Cells, Coordinates, Numbers
from steelyard.counts.cells.limits import DENSE_CELLS
from steelyard.counts.cells.whole import fit

if TYPE_CHECKING:
    from numpy.typing import NDArray


class DenseCells:
    """Cells as an array, which is made read-only."""

    __slots__ = ("counts",)

    def __init__(self, counts: Numbers) -> None:
        counts.flags.writeable = False
        self.counts = counts

    @property
    def stack(self) -> tuple[int, ...]:
        return self.counts.shape[:-2]

    @property
    def classes(self) -> int:
        return self.counts.shape[-1]

    @property
    def kind(self) -> str:
        return self.counts.dtype.kind

    def row_sums(self) -> Numbers:
        return self.counts.sum(axis=-1)

    def column_sums(self) -> Numbers:
        return self.counts.sum(axis=-2)

    def diagonal(self) -> Numbers:
        return self.counts.diagonal(axis1=-2, axis2=-1).copy()

    def total(self) -> Any:
        return self.counts.sum(axis=(-2, -1))

    def largest(self) -> float:
        return float(self.counts.max(initial=0))

    def whole_numbers(self, limit: int) -> bool:
        if self.largest() * self.classes**2 > limit:
            return False
        if self.counts.dtype.kind == "i":
            return True
        # Fractions mostly show in the first matrix of a stack, so that the others need not be looked at.
        first = self.counts[(slice(0, 1),) * len(self.stack)]
        return bool((first == np.floor(first)).all() and (self.counts == np.floor(self.counts)).all())

    def scaled(self, factors: NDArray[Any]) -> DenseCells:
        return DenseCells(self.counts * factors[..., None])

    def moved(self, to: NDArray[np.intp], classes: int) -> Cells:
        if math.prod(self.stack) * classes**2 > max(DENSE_CELLS, self.counts.size):
            from steelyard.counts.cells.gather import gathered  # noqa: PLC0415 - gathering makes dense cells

            at, rows, columns, values = self.coordinates()
            return gathered(Coordinates(at, to[rows], to[columns], values), self.stack, classes)
        if len(np.unique(to)) == len(to):  # nothing to add up
            counts = np.zeros((*self.stack, classes, classes), dtype=self.counts.dtype)
            counts[..., to[:, None], to] = self.counts
            return DenseCells(counts)
        rows = np.zeros((*self.stack, classes, self.classes), dtype=self.counts.dtype)
        for i, group in enumerate(to.tolist()):
            rows[..., group, :] += self.counts[..., i, :]
        counts = np.zeros((*self.stack, classes, classes), dtype=self.counts.dtype)
        for j, group in enumerate(to.tolist()):
            counts[..., :, group] += rows[..., :, j]
        return DenseCells(counts)

    def plus(self, other: Cells) -> Cells:
        if not isinstance(other, DenseCells):
            return other.plus(self)
        return DenseCells(added(self.counts, other.counts))

    def pooled(self, axes: tuple[int, ...]) -> DenseCells:
        return DenseCells(self.counts.sum(axis=axes))

    def taken(self, axis: int, slices: slice | int) -> DenseCells:
        return DenseCells(self.counts[(slice(None),) * axis + (slices,)])

    def corner(self, classes: int) -> Numbers:
        return self.counts[..., :classes, :classes]

    def array(self) -> Numbers:
        return self.counts

    def coordinates(self) -> Coordinates:
        flat = self.counts.reshape(-1, self.classes, self.classes)
        at, rows, columns = np.nonzero(flat)
        return Coordinates(at, rows, columns, flat[at, rows, columns])


def added(a: Numbers, b: Numbers) -> Numbers:
    """Return a + b; as floats where whole numbers would not fit into 64 bits."""
    total: Numbers = (a if fit([a, b]) else a.astype(np.float64)) + b
    return total
