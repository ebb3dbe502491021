"""What weighted items add up to, and combinations of classes: each once, with its sums, as a joint table has them.

The sums of squared weights and the numbers of items say, with the sums of the weights, how sure a cell is. Like counts
they add: over cells, slices and shards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from steelyard.counts.cells import Cells, Coordinates, Numbers, TableCells, gathered, pooled_slices, sixty_four_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WeightedItems(NamedTuple):
    """Items whose weights are the counts of a table of the same shape.

    Attributes
    ----------
    squares
        The sum of the squared weights of each cell's items.
    rows
        How many items of a weight above 0 each cell has: int64.

    Both are cells of the table's own kind.
    """

    squares: Any
    rows: Any

    @classmethod
    def of_counts(cls, counts: TableCells) -> Self:
        """Return counted items as items that weigh 1 each."""
        return cls(counts, counts)

    def each(self, change: Callable[[Any], TableCells]) -> WeightedItems:
        """Return both after a change that only moves cells and adds them up."""
        return WeightedItems(change(self.squares), change(self.rows))

    def scaled(self, factors: NDArray[np.float64]) -> WeightedItems:
        """Return items of factor times the weight; by factor 0 they are gone."""
        return WeightedItems(self.squares.scaled(factors**2), self.rows.scaled(factors > 0))

    def plus(self, other: WeightedItems) -> WeightedItems:
        """Return the items of both."""
        return WeightedItems(self.squares.plus(other.squares), self.rows.plus(other.rows))


LEAST = 1e-150
"""Weights from here on have squares that are floats with all their digits."""


def check_squares(weights: NDArray[Any], squares: NDArray[Any]) -> None:
    """Refuse weights of cells whose squares are too small to be summed."""
    lost = (weights > 0) & (squares < LEAST**2)
    if lost.any():
        raise ValueError(
            f"weights above 0 must be at least {LEAST:g}, so that their squares can be summed, but all items of one "
            f"true and one predicted label together weigh {weights[lost].max():g}; multiply all weights by the same "
            "number, or make the smallest 0."
        )


def are_unknown(counts: TableCells) -> bool:
    """Whether counts without items behind them are weights all the same: floats, given as a matrix."""
    return counts.kind == "f" and counts.largest() > 0


def at_cells(counts: Cells, items: WeightedItems) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    """Return the squares and rows of the cells that are not 0, in the order of their coordinates."""
    wanted, _ = _cell_numbers(counts)
    squares, rows = (_values_at(wanted, *_cell_numbers(cells)) for cells in items)
    return squares, rows


def _values_at(wanted: NDArray[np.int64], there: NDArray[np.int64], values: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the values at some cells, 0 where there is none."""
    wanted_values = np.zeros(len(wanted), dtype=values.dtype)
    kept = np.isin(there, wanted, assume_unique=True)
    wanted_values[np.searchsorted(wanted, there[kept])] = values[kept]
    return wanted_values


def _cell_numbers(cells: Cells) -> tuple[NDArray[np.int64], NDArray[np.generic]]:
    at, rows, columns, values = cells.coordinates()
    return (at.astype(np.int64) * cells.classes + rows) * cells.classes + columns, values


# Combinations of codes, of any number of columns.


FEW = 4
"""Up to so many possible combinations per item are counted in a table of all of them; more of them are sorted."""


def combined(codes: Sequence[NDArray[np.intp]], values: NDArray[Any]) -> tuple[list[NDArray[np.intp]], NDArray[Any]]:
    """Return each combination of codes once, in their order, with the sum of its values.

    Examples
    --------
    >>> import numpy as np
    >>> combined([np.array([1, 0, 1]), np.array([0, 2, 0])], np.array([5, 6, 7]))
    ([array([0, 1]), array([2, 0])], array([ 6, 12]))
    """
    distinct, (sums,) = all_combined(codes, [values])
    return distinct, sums


def all_combined(
    codes: Sequence[NDArray[np.intp]], columns: Sequence[NDArray[Any]]
) -> tuple[list[NDArray[np.intp]], list[NDArray[Any]]]:
    """Return each combination of codes once, in their order, with the sums of its values in each column."""
    if not len(codes[0]):
        return list(codes), list(columns)
    keys, possible = _numbered(codes)
    if possible <= FEW * len(keys):
        first = np.full(possible, len(keys), dtype=np.intp)
        first[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)
        there = np.flatnonzero(first < len(keys))
        return [part[first[there]] for part in codes], [_summed(keys, column, possible)[there] for column in columns]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = first_places(keys)
    return [part[order[starts]] for part in codes], [np.add.reduceat(column[order], starts) for column in columns]


def first_places(keys: NDArray[Any]) -> NDArray[np.intp]:
    """Return where each key stands first among sorted ones."""
    return np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))


def _summed(keys: NDArray[np.intp], values: NDArray[Any], size: int) -> NDArray[Any]:
    sums = np.zeros(size, dtype=values.dtype)
    np.add.at(sums, keys, values)
    return sums


def _numbered(codes: Sequence[NDArray[np.intp]]) -> tuple[NDArray[np.intp], int]:
    """Return a number for each combination, in the order of the codes, and a limit of these numbers."""
    keys, possible = codes[0], int(codes[0].max(initial=0)) + 1
    for part in codes[1:]:
        width = int(part.max(initial=0)) + 1
        if possible * width >= 2**63:  # so many models: number anew those that occur, which keeps their order
            occurring, keys = np.unique(keys, return_inverse=True)
            possible = len(occurring)
        keys, possible = keys * width + part, possible * width
    return keys, possible


# The cells of a joint table: what occurred, whatever the number of models.


class CombinationCells:
    """How much each combination of a true class and the classes that several models predicted has.

    Attributes
    ----------
    at
        The slice of each combination, numbered through the whole stack; all 0 for a single table.
    codes
        One row per combination, in order: the true class, then that of each model.
    counts
        How many items, or how much weight.
    stack, classes
        The shape of the stack, and the number of classes.
    """

    __slots__ = ("at", "classes", "codes", "counts", "stack")

    def __init__(
        self, at: NDArray[np.intp], codes: NDArray[np.intp], counts: Numbers, stack: tuple[int, ...], classes: int
    ) -> None:
        self.at, self.codes, self.counts = at, codes, counts
        for part in (at, codes, counts):
            part.flags.writeable = False
        self.stack = stack
        self.classes = classes

    @property
    def kind(self) -> str:
        return self.counts.dtype.kind

    def pair(self, model: int) -> Cells:
        """Return the cells of one model's matrices."""
        pairs = Coordinates(self.at, self.codes[:, 0], self.codes[:, 1 + model], self.counts)
        return gathered(pairs, self.stack, self.classes)

    def pairs(self) -> Cells:
        """Return the cells of all models' matrices, the models along the first axis."""
        models, slices = self.codes.shape[1] - 1, math.prod(self.stack)
        at = (np.arange(models)[:, None] * slices + self.at).reshape(-1)
        truth, predictions = np.tile(self.codes[:, 0], models), self.codes[:, 1:].T.reshape(-1)
        pairs = Coordinates(at, truth, predictions, np.tile(self.counts, models))
        return gathered(pairs, (models, *self.stack), self.classes)

    def row_sums(self) -> Numbers:
        return self.pair(0).row_sums()

    def total(self) -> Any:
        return self.pair(0).total()

    def largest(self) -> float:
        return float(self.counts.max(initial=0))

    def moved(self, to: NDArray[np.intp], classes: int) -> CombinationCells:
        return _summed_cells(self.at, to[self.codes], self.counts, self.stack, classes)

    def plus(self, other: CombinationCells) -> CombinationCells:
        at, codes, counts = map(np.concatenate, zip(self.coordinates(), other.coordinates(), strict=True))
        return _summed_cells(at, codes, counts, self.stack, self.classes)

    def pooled(self, axes: tuple[int, ...]) -> CombinationCells:
        at, stack = pooled_slices(self.at, self.stack, axes)
        return _summed_cells(at, self.codes, self.counts, stack, self.classes)

    def coordinates(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Numbers]:
        return self.at, self.codes, self.counts


def combination_cells(
    at: NDArray[np.intp],
    codes: Sequence[NDArray[np.intp]],
    columns: Sequence[Numbers],
    stack: tuple[int, ...],
    classes: int,
) -> list[CombinationCells]:
    """Return the sums of several columns by combination: those whose first sum is not 0, the same in all columns.

    `codes` are the true classes, then those of each model.
    """
    (where, *distinct), sums = all_combined([at, *codes], columns)
    there = sums[0] != 0
    where, table = where[there], np.stack(distinct, axis=1)[there]
    return [CombinationCells(where, table, column[there], stack, classes) for column in sums]


def _summed_cells(
    at: NDArray[np.intp], codes: NDArray[np.intp], counts: Numbers, stack: tuple[int, ...], classes: int
) -> CombinationCells:
    """Return combinations in any order, added up; none is left out, so that those of weights and squares stay alike."""
    (where, *distinct), (sums,) = all_combined([at, *codes.T], [sixty_four_bits(counts)])
    return CombinationCells(where, np.stack(distinct, axis=1), sums, stack, classes)
