"""What dense and sparse cells have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers = np.ndarray[Any, np.dtype[Any]]


class Coordinates(NamedTuple):
    """Non-zero cells, in the order of (slice, row, column); slices are numbered through the whole stack."""

    at: NDArray[np.intp]
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    values: Numbers


class Cells(Protocol):
    """Cells of a stack of square matrices: read-only numbers, int64 or float64."""

    @property
    def stack(self) -> tuple[int, ...]:
        """The shape of the stack; () for a single matrix."""
        ...

    @property
    def classes(self) -> int:
        """Rows of each matrix."""
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
        """Return one sum per row: shape (..., C)."""
        ...

    def column_sums(self) -> Numbers:
        """Return one sum per column: shape (..., C)."""
        ...

    def diagonal(self) -> Numbers:
        """Return the diagonal: shape (..., C)."""
        ...

    def total(self) -> Any:
        """Return the sum of each matrix: the shape of the stack."""
        ...

    def largest(self) -> float:
        """Return the largest cell; 0 if there is none."""
        ...

    def whole_numbers(self, limit: int) -> bool:
        """Whether all cells are whole numbers, and no sum of a matrix's cells exceeds the limit."""
        ...

    def scaled(self, factors: NDArray[Any]) -> Self:
        """Return the cells with each row multiplied by its factor, of shape (..., C)."""
        ...

    def moved(self, to: NDArray[np.intp], classes: int) -> Cells:
        """Return the cells over other classes: those of class i are added to class `to[i]`."""
        ...

    def plus(self, other: Cells) -> Cells:
        """Return the sum with cells of the same shape."""
        ...

    def pooled(self, axes: tuple[int, ...]) -> Cells:
        """Return the sums over some axes of the stack."""
        ...

    def taken(self, axis: int, slices: slice | int) -> Cells:
        """Return some slices along an axis of the stack; a single one loses the axis."""
        ...

    def corner(self, classes: int) -> Numbers:
        """Return the cells of the first classes as an array."""
        ...

    def array(self) -> Numbers:
        """Return all cells as an array (..., C, C); refuse what would not fit."""
        ...

    def coordinates(self) -> Coordinates:
        """Return the cells that are not 0."""
        ...
