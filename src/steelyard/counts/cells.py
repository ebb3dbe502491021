"""The numbers of a stack of matrices, dense as an array or sparse as coordinates.

What can be done with them without knowing what they count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

DENSE_CELLS = 2**24
"""Counted cells up to here are dense (128 MiB: 4,096 classes, or 16 slices of 1,024); more of them are sparse."""

LARGEST = 2 * 2**30
"""Bytes of the largest dense stack that is made on request."""


def refuse_dense(cells: int, classes: int) -> None:
    """Refuse a dense stack that would be too large for memory."""
    if cells * 8 > LARGEST:
        raise ValueError(
            f"the dense matrix of {classes:,} classes would take {cells * 8 / 2**30:,.1f} GiB, more than the "
            f"{LARGEST / 2**30:.0f} GiB that are made; support, predicted, correct and every metric work without it."
        )


# Whether whole numbers, and all sums of them, fit into 64 bits.


LIMIT = 2**63


def fit(parts: Iterable[NDArray[Any]]) -> bool:
    """Return whether these are whole numbers of at least 0 whose sum is a 64-bit number."""
    listed = list(parts)
    if any(part.dtype.kind == "f" for part in listed):
        return False
    roughly = sum(float(part.sum(dtype=np.float64)) for part in listed)
    if not LIMIT / 2 < roughly < LIMIT * 2:  # a float is not exact enough to tell near the limit
        return roughly < LIMIT
    return sum(int(number) for part in listed for number in part[part > 0].tolist()) < LIMIT


def sixty_four_bits(values: NDArray[Any]) -> NDArray[Any]:
    """Return int64, or float64 where even the sum of all would not fit."""
    return values.astype(np.int64 if fit([values]) else np.float64, copy=False)


# What dense and sparse cells have in common.


Numbers = np.ndarray[Any, np.dtype[Any]]


class Coordinates(NamedTuple):
    """Non-zero cells, in the order of (slice, row, column); slices are numbered through the whole stack."""

    at: NDArray[np.intp]
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    values: Numbers


class TableCells(Protocol):
    """Cells of a stack of tables over the same classes, of pairs or of combinations: read-only, int64 or float64."""

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the stack; () for a single table."""
        ...

    @property
    def classes(self) -> int:
        """How many classes there are: the rows of a matrix."""
        ...

    @property
    def kind(self) -> str:
        """Return "i" for whole numbers, "f" for floats."""
        ...

    @property
    def counts(self) -> Any:
        """What users see as the counts."""
        ...

    def row_sums(self) -> Numbers:
        """Return one sum per true class: shape (..., C)."""
        ...

    def total(self) -> Any:
        """Return the sum of each table: the shape of the stack."""
        ...

    def largest(self) -> float:
        """Return the largest cell; 0 if there is none."""
        ...

    def moved(self, to: NDArray[np.intp], classes: int) -> TableCells:
        """Return the cells over other classes: those of class i are added to class `to[i]`."""
        ...

    def plus(self, other: Any) -> TableCells:
        """Return the sum with cells of the same shape."""
        ...

    def pooled(self, axes: tuple[int, ...]) -> TableCells:
        """Return the sums over some axes of the stack."""
        ...

    def coordinates(self) -> tuple[NDArray[Any], ...]:
        """Return the cells that are not 0: their slices, their classes, their values."""
        ...


class Cells(TableCells, Protocol):
    """Cells of a stack of square matrices."""

    def column_sums(self) -> Numbers:
        """Return one sum per column: shape (..., C)."""
        ...

    def diagonal(self) -> Numbers:
        """Return the diagonal: shape (..., C)."""
        ...

    def whole_numbers(self, limit: int) -> bool:
        """Whether all cells are whole numbers, and no sum of a matrix's cells exceeds the limit."""
        ...

    def scaled(self, factors: NDArray[Any]) -> Self:
        """Return the cells with each row multiplied by its factor, of shape (..., C)."""
        ...

    def moved(self, to: NDArray[np.intp], classes: int) -> Cells: ...

    def plus(self, other: Cells) -> Cells: ...

    def pooled(self, axes: tuple[int, ...]) -> Cells: ...

    def taken(self, axis: int, slices: slice | int) -> Cells:
        """Return some slices along an axis of the stack; a single one loses the axis."""
        ...

    def corner(self, classes: int) -> Numbers:
        """Return the cells of the first classes as an array."""
        ...

    def array(self) -> Numbers:
        """Return all cells as an array (..., C, C); refuse what would not fit."""
        ...

    def coordinates(self) -> Coordinates: ...


def pooled_slices(
    at: NDArray[np.intp], stack: tuple[int, ...], axes: tuple[int, ...]
) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    """Return the numbers of slices, and the shape of the stack, after some axes are summed over."""
    left = [i for i in range(len(stack)) if i not in axes]
    shape = tuple(stack[i] for i in left)
    if not left:
        return np.zeros_like(at), shape
    places = np.unravel_index(at, stack)
    return np.ravel_multi_index(tuple(places[i] for i in left), shape), shape


# Cells as an array (..., C, C).


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


# Cells as coordinates: memory in proportion to the cells that are not 0.


class SparseCells:
    """The cells that are not 0; what `Confusion.counts` is when there are many classes.

    Attributes
    ----------
    rows, columns, values
        True class, predicted class (positions) and count of each cell, in the order of (slice, row, column).
    at
        The slice of each cell, for a stack; all 0 for a single matrix.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> counts = sy.Confusion.from_labels(np.arange(5000), np.arange(5000) // 2).counts
    >>> counts
    5,000 cells of a sparse matrix of 5,000 classes
    >>> counts.rows[:4], counts.columns[:4], counts.values[:4]
    (array([0, 1, 2, 3]), array([0, 0, 1, 1]), array([1, 1, 1, 1]))
    """

    __slots__ = ("_classes", "_stack", "at", "columns", "rows", "values")

    def __init__(self, cells: Coordinates, stack: tuple[int, ...], classes: int) -> None:
        self.at, self.rows, self.columns, self.values = cells
        for part in cells:
            part.flags.writeable = False
        self._stack = stack
        self._classes = classes

    @property
    def stack(self) -> tuple[int, ...]:
        return self._stack

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape that the dense counts would have: (..., C, C)."""
        return (*self._stack, self._classes, self._classes)

    @property
    def classes(self) -> int:
        return self._classes

    @property
    def kind(self) -> str:
        return self.values.dtype.kind

    @property
    def counts(self) -> SparseCells:
        return self

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        stack = f"stack {self._stack} of sparse matrices" if self._stack else "sparse matrix"
        return f"{len(self):,} cells of a {stack} of {self._classes:,} classes"

    def _summed(self, index: NDArray[np.intp]) -> Numbers:
        """Sum the cells by (slice, class)."""
        slices = int(np.prod(self._stack))
        sums = np.zeros((slices, self._classes), dtype=self.values.dtype)
        np.add.at(sums.reshape(-1), self.at * self._classes + index, self.values)
        return sums.reshape(*self._stack, self._classes)

    def row_sums(self) -> Numbers:
        return self._summed(self.rows)

    def column_sums(self) -> Numbers:
        return self._summed(self.columns)

    def diagonal(self) -> Numbers:
        hits = self.rows == self.columns
        return self._kept(hits).row_sums()

    def _kept(self, which: NDArray[np.bool_]) -> SparseCells:
        parts = Coordinates(*(part[which] for part in self.coordinates()))
        return SparseCells(parts, self._stack, self._classes)

    def total(self) -> Any:
        sums = np.zeros(int(np.prod(self._stack)), dtype=self.values.dtype)
        np.add.at(sums, self.at, self.values)
        return sums.reshape(self._stack)[()]

    def largest(self) -> float:
        return float(self.values.max(initial=0))

    def whole_numbers(self, limit: int) -> bool:
        if self.largest() * max(1, len(self)) > limit:
            return False
        return self.values.dtype.kind == "i" or bool((self.values == np.floor(self.values)).all())

    def scaled(self, factors: NDArray[Any]) -> SparseCells:
        values = self.values * factors.reshape(-1, self._classes)[self.at, self.rows]
        cells = SparseCells(Coordinates(self.at, self.rows, self.columns, values), self._stack, self._classes)
        return cells if values.all() else cells._kept(values != 0)

    def moved(self, to: NDArray[np.intp], classes: int) -> Cells:
        moved = Coordinates(self.at, to[self.rows], to[self.columns], self.values)
        return gathered(moved, self._stack, classes)

    def plus(self, other: Cells) -> Cells:
        both = zip(self.coordinates(), other.coordinates(), strict=True)
        return gathered(Coordinates(*map(np.concatenate, both)), self._stack, self._classes)

    def pooled(self, axes: tuple[int, ...]) -> Cells:
        at, stack = pooled_slices(self.at, self._stack, axes)
        return gathered(self.coordinates()._replace(at=at), stack, self._classes)

    def taken(self, axis: int, slices: slice | int) -> Cells:
        cells, stack = self._first(slices) if axis == 0 and isinstance(slices, int) else self._along(axis, slices)
        return gathered(cells, stack, self._classes)

    def _first(self, i: int) -> tuple[Coordinates, tuple[int, ...]]:
        """Return one slice of the first axis, whose cells stand together."""
        stack = self._stack[1:]
        size = int(np.prod(stack))
        start, stop = np.searchsorted(self.at, [i % self._stack[0] * size, (i % self._stack[0] + 1) * size])
        at, *rest = (part[start:stop] for part in self.coordinates())
        return Coordinates(at - i % self._stack[0] * size, *rest), stack

    def _along(self, axis: int, slices: slice | int) -> tuple[Coordinates, tuple[int, ...]]:
        places = np.unravel_index(self.at, self._stack)
        numbers = np.atleast_1d(np.arange(self._stack[axis])[slices])
        new = np.full(self._stack[axis], -1)
        new[numbers] = np.arange(len(numbers))
        kept = new[places[axis]] >= 0
        inside = [new[place[kept]] if i == axis else place[kept] for i, place in enumerate(places)]
        shape = (*self._stack[:axis], len(numbers), *self._stack[axis + 1 :])
        at = np.ravel_multi_index(tuple(inside), shape)
        cells = self._kept(kept).coordinates()._replace(at=at)
        return cells, shape if isinstance(slices, slice) else shape[:axis] + shape[axis + 1 :]

    def corner(self, classes: int) -> Numbers:
        corner = np.zeros((int(np.prod(self._stack)), classes, classes), dtype=self.values.dtype)
        inside = self._kept((self.rows < classes) & (self.columns < classes))
        corner[inside.at, inside.rows, inside.columns] = inside.values
        return corner.reshape(*self._stack, classes, classes)

    def array(self) -> Numbers:
        refuse_dense(int(np.prod(self._stack)) * self._classes**2, self._classes)
        return self.corner(self._classes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Numbers:
        dense = self.array()
        return dense if dtype is None else dense.astype(dtype, copy=bool(copy))

    def coordinates(self) -> Coordinates:
        return Coordinates(self.at, self.rows, self.columns, self.values)


# Put scattered counts into cells: add up those of the same cell, and choose between dense and sparse.


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
