"""Cells as coordinates: memory in proportion to the cells that are not 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells.base import Cells, Coordinates, Numbers
from steelyard.counts.cells.limits import refuse_dense

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        from steelyard.counts.cells.gather import gathered  # noqa: PLC0415 - gathering makes sparse cells

        moved = Coordinates(self.at, to[self.rows], to[self.columns], self.values)
        return gathered(moved, self._stack, classes)

    def plus(self, other: Cells) -> Cells:
        from steelyard.counts.cells.gather import gathered  # noqa: PLC0415

        both = zip(self.coordinates(), other.coordinates(), strict=True)
        return gathered(Coordinates(*map(np.concatenate, both)), self._stack, self._classes)

    def pooled(self, axes: tuple[int, ...]) -> Cells:
        from steelyard.counts.cells.gather import gathered  # noqa: PLC0415

        left = [i for i in range(len(self._stack)) if i not in axes]
        stack = tuple(self._stack[i] for i in left)
        places = np.unravel_index(self.at, self._stack)
        at = np.ravel_multi_index(tuple(places[i] for i in left), stack) if left else np.zeros_like(self.at)
        return gathered(self.coordinates()._replace(at=at), stack, self._classes)

    def taken(self, axis: int, slices: slice | int) -> Cells:
        from steelyard.counts.cells.gather import gathered  # noqa: PLC0415

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
