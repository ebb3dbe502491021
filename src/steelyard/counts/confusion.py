"""Counts of (truth, prediction) pairs, and the axis convention: rows are truth, columns are predictions.

Nothing else in the project knows the convention; other modules ask for supports, predictions and cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import Pictured
from steelyard.counts.cells import Cells, DenseCells, Numbers, SparseCells, gathered, stacked
from steelyard.counts.class_shares import Shares, row_factors, shares_of
from steelyard.counts.combinations import WeightedItems, at_cells
from steelyard.counts.matrix_input import (
    MODEL,
    checked_axes,
    checked_behind,
    checked_cells,
    checked_counts,
    checked_dropped,
    checked_stack,
    table_counts,
)
from steelyard.counts.table import Axes, Combinations, Table, found_place, items_of_all, restored_axes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class Confusion(Table, Pictured):
    """A confusion matrix, or a stack of them over the same classes.

    Parameters
    ----------
    counts
        Numbers of shape (..., C, C): `counts[..., i, j]` items of true class i were predicted as class j. Whole
        numbers or weights; never negative. A matrix of `scipy.sparse` stays sparse.
    labels
        The classes in the order of the rows; 0…C−1 if not given. Any hashable values.
    axes
        Names of the leading axes and of the slices along them, for a stack: `{"model": ["a", "b"]}`.
    dropped
        Number of items that were left out of the counts because a label was missing.
    squares, rows
        If the counts are weights of items: the sum of their squares and the number of the items, of the same shape.
        `from_labels` and its kin find them; how sure a result is depends on them.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    >>> cm.support
    array([  5,  10, 300])
    >>> cm.predicted
    array([  5, 310,   0])
    >>> print(cm)
    315 items, 3 classes (rows: truth, columns: prediction)
        c1   c2  c3
    c1   5    0   0
    c2   0   10   0
    c3   0  300   0
    """

    __slots__ = ()
    _cells: Cells
    _together = False
    _apart = "only stacks with the same axes can be added, not {} and {}."

    def __init__(
        self,
        counts: ArrayLike | Confusion,
        labels: Iterable[Any] | None = None,
        *,
        axes: Axes | None = None,
        dropped: float = 0,
        squares: ArrayLike | None = None,
        rows: ArrayLike | None = None,
    ) -> None:
        items = None
        if isinstance(counts, Confusion):
            labels = counts.labels if labels is None else labels
            axes = counts.axes if axes is None else axes
            dropped = dropped or counts.dropped
            cells, items = counts.cells, counts.weighted_items
        elif isinstance(counts, SparseCells):
            cells = counts
        elif hasattr(counts, "tocoo"):  # a matrix of scipy.sparse
            coordinates = counts.tocoo()
            if len(coordinates.shape) != 2 or coordinates.shape[0] != coordinates.shape[1] or not coordinates.shape[0]:
                raise ValueError(f"counts must have the shape (..., C, C), not {coordinates.shape}.")
            given = checked_cells(coordinates.row, coordinates.col, coordinates.data, coordinates.shape[0])
            cells = gathered(given, (), coordinates.shape[0], dense=False)
        else:
            if hasattr(counts, "columns") and hasattr(counts, "index"):  # a pandas table, such as crosstab's
                counts, labels = table_counts(counts, labels)
            cells = DenseCells(checked_counts(counts))
        names = tuple(range(cells.classes)) if labels is None else naming.checked(labels, cells.classes)
        axes, dropped = checked_axes(axes, cells.stack), checked_dropped(dropped)
        if squares is not None or rows is not None:
            if isinstance(cells, SparseCells):
                raise ValueError("sparse cells of weighted items are given cell by cell: Confusion.from_cells.")
            items = WeightedItems(*map(DenseCells, checked_behind(cells.array(), squares, rows)))
        super().__init__(cells, names, axes, dropped, items)

    @classmethod
    def from_cells(
        cls,
        rows: ArrayLike,
        columns: ArrayLike,
        values: ArrayLike,
        labels: Iterable[Any],
        *,
        at: ArrayLike | None = None,
        axes: Axes | None = None,
        dropped: float = 0,
        dense: bool | None = None,
        squares: ArrayLike | None = None,
        items: ArrayLike | None = None,
    ) -> Self:
        """Build a matrix, or a stack, from the cells that are not 0; a cell that occurs several times is added up.

        Parameters
        ----------
        rows, columns, values
            True class, predicted class (positions among the labels) and count of each cell.
        labels
            The classes.
        at, axes
            For a stack: the slice of each cell, numbered through all axes, and the axes.
        dropped
            As for `Confusion`.
        dense
            Whether to store all cells; if not given, up to 2²⁴ of them (4,096 classes, or a stack of fewer).
        squares, items
            If the values are weights of items: the sum of their squares in each cell, and the number of the items.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.Confusion.from_cells([0, 1, 1], [0, 0, 1], [5, 2, 8], ["fraud", "ok"])
        15 items, 2 classes (rows: truth, columns: prediction)
               fraud  ok
        fraud      5   0
        ok         2   8
        """
        names = naming.checked(labels)
        if not names:
            raise ValueError("labels must name at least one class.")
        stack = checked_stack(axes)
        given = checked_cells(rows, columns, values, len(names), at=at, slices=int(np.prod(stack)))
        cells, *behind = (
            gathered(given._replace(values=numbers), stack, len(names), dense=dense)
            for numbers in (given.values, *checked_behind(given.values, squares, items))
        )
        weighted = WeightedItems(*behind) if behind else None
        return cls._made(cells, names, checked_axes(axes, stack), checked_dropped(dropped), weighted)

    @classmethod
    def of_models(cls, models: Mapping[Any, Confusion]) -> Self:
        """Stack matrices of several models on the same items along "model", over one set of labels.

        Examples
        --------
        >>> import steelyard as sy
        >>> a, b = sy.Confusion([[8, 2], [1, 9]]), sy.Confusion([[5, 5], [0, 10]])
        >>> sy.Confusion.of_models({"a": a, "b": b}).axes
        {'model': ('a', 'b')}
        """
        if not models:
            raise ValueError("there are no models to stack.")
        every = [cm if isinstance(cm, Confusion) else cls(cm) for cm in models.values()]
        if any(cm.shape for cm in every):
            raise ValueError("each model must have a single matrix, not a stack.")
        union = dict.fromkeys(label for cm in every for label in cm.labels)
        labels = next((cm.labels for cm in every if len(cm.labels) == len(union)), naming.sort(union))
        if any(cm.dropped for cm in every) and len({cm.items.item() for cm in every}) > 1:
            raise ValueError(
                "the models would be scored on different items, because different labels are missing; leave out the "
                'items without a label for all models first, or say missing="keep".'
            )
        axes = checked_axes({MODEL: list(models)}, (len(every),))
        return cls._stacked([cm.declare(labels) for cm in every], axes, max(cm.dropped for cm in every))

    @classmethod
    def _stacked(cls, every: Sequence[Confusion], axes: Axes, dropped: float) -> Self:
        """Return single matrices over the same classes as a stack."""
        items = items_of_all(every)
        behind = None if items is None else WeightedItems(*map(stacked, zip(*items, strict=True)))
        return cls._made(stacked([cm.cells for cm in every]), every[0].labels, axes, dropped, behind)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """Rebuild what `to_dict` returned, or any record with `counts` and, if wanted, `labels`."""
        if not isinstance(record, Mapping) or not ("counts" in record or "cells" in record):
            raise ValueError('a stored matrix needs the key "counts" (and may have "labels").')
        labels = record.get("labels")
        if labels is not None:
            if not isinstance(labels, list | tuple):
                raise ValueError(f"labels must be a list of class names, not {labels!r}.")
            labels = naming.restored(labels)
        axes, dropped = restored_axes(record.get("axes")), record.get("dropped", 0)
        if "counts" in record:
            behind = {name: record.get(name) for name in ("squares", "rows")}
            return cls(record["counts"], labels, axes=axes, dropped=dropped, **behind)
        cells = record["cells"]
        names, more = {"rows", "columns", "values"}, {"at", "squares", "items"}
        if labels is None or not isinstance(cells, Mapping) or not names <= cells.keys() <= names | more:
            raise ValueError('a stored sparse matrix needs "labels", and "cells" with "rows", "columns" and "values".')
        return cls.from_cells(**cells, labels=labels, axes=axes, dropped=dropped, dense=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the matrix as plain lists, ready for JSON."""
        if self.is_sparse:
            cells = self._cells.coordinates()._asdict()
            if self._items is not None:
                cells |= dict(zip(("squares", "items"), at_cells(self._cells, self._items), strict=True))
            return self._stored(
                cells={name: part.tolist() for name, part in cells.items() if name != "at" or self.shape}
            )
        behind = {} if self._items is None else {"squares": self.squares.tolist(), "rows": self.rows.tolist()}
        return self._stored(counts=self.counts.tolist(), **behind)

    @property
    def cells(self) -> Cells:
        """The counts as the library computes with them, dense or sparse alike."""
        return self._cells

    @property
    def is_sparse(self) -> bool:
        """Whether only cells that are not 0 are stored, as they are by themselves beyond some thousand classes."""
        return isinstance(self._cells, SparseCells)

    def dense(self) -> Confusion:
        """Return the same with all cells in an array; refused, with its size, if that would take more than 2 GiB."""
        return self._changed(lambda cells: DenseCells(cells.array()))

    def sparse(self) -> Confusion:
        """Return the same with only the cells that are not 0."""
        C = self._cells.classes
        return self._changed(lambda cells: gathered(cells.coordinates(), self.shape, C, dense=False))

    @property
    def predicted(self) -> Numbers:
        """Items per predicted class: p."""
        return self._cells.column_sums()

    @property
    def correct(self) -> Numbers:
        """Hits per class: tp."""
        return self._cells.diagonal()

    def counted_items(self) -> Confusion:
        """Return how many items each cell has, of whatever weight."""
        if self._items is None:
            return self
        return Confusion._made(self._items.rows, self._labels, self._axes, self._dropped)

    def stacked(self, slices: ArrayLike) -> Confusion:
        """Return these slices along the first axis, in any order and repeated, or a single matrix repeated."""
        wanted = np.asarray(slices).tolist()
        every = [self.slice(i) if self.shape else self for i in wanted]
        return self._stacked(every, {"slice": range(len(wanted))}, self._dropped)

    def with_rows_scaled(self, factors: NDArray[np.float64]) -> Confusion:
        """Return the counts with each row multiplied by its factor, of shape (..., C)."""
        items = None if self._items is None else self._items.scaled(factors)
        return Confusion._made(self._cells.scaled(factors), self._labels, self._axes, self._dropped, items)

    @property
    def slice_axes(self) -> tuple[str, ...]:
        """The axes along which items differ, such as months: all but the models."""
        return tuple(name for name in self._axes if name != MODEL)

    def each_item_once(self) -> Confusion:
        """Return the pooled counts of the first model: a stack along "model" counts the same items again and again.

        Models whose class sizes differ were not asked about the same items; those are all counted.
        """
        if MODEL not in self._axes:
            return self.pooled()
        sizes = self.pooled(*self.slice_axes).support if self.slice_axes else self.support
        if not np.allclose(sizes, sizes[0]):
            return self.pooled()
        axis = list(self._axes).index(MODEL)
        rest = {name: self._axes[name] for name in self.slice_axes}
        return self._changed(lambda cells: cells.taken(axis, 0), axes=rest).pooled()

    def head(self, axis: str, slices: int) -> Confusion:
        """Return the first slices along an axis of a stack."""
        number = list(self._axes).index(axis)
        axes = {name: keys[:slices] if name == axis else keys for name, keys in self._axes.items()}
        return self._changed(lambda cells: cells.taken(number, slice(0, slices)), axes=axes)

    def at_shares(self, shares: Shares) -> Confusion:
        """Return the counts as they would be if the class shares were others and the classifier stayed the same.

        Row i is multiplied by π_i·n/t_i, so that the total stays and class i has the share π_i.

        Parameters
        ----------
        shares
            "uniform"; shares by label or in the order of the classes; or an importance, whose weights are taken. By
            label, some classes are enough: what they leave goes to the others, which keep their proportions.

        Examples
        --------
        >>> import steelyard as sy
        >>> cm = sy.Confusion([[8, 2], [10, 90]], labels=["fraud", "ok"])
        >>> cm.at_shares("uniform").support
        array([55., 55.])
        >>> cm.at_shares({"fraud": 0.01}).support
        array([  1.1, 108.9])
        """
        wanted = shares_of(shares, self)
        t = self.support
        absent = (t == 0) & (wanted > 0)
        if absent.any():
            named = [self._labels[i] for i in np.flatnonzero(absent.reshape(-1, len(wanted)).any(axis=0))]
            raise ValueError(
                f"class {naming.some(named)} has no items, so its row cannot be rescaled to a share above 0."
            )
        return self.with_rows_scaled(row_factors(wanted, t, np.asarray(self.total)[..., None]))

    def __getitem__(self, key: Hashable) -> Confusion:
        """Return one slice of a stack, by its name or its position along the first axis."""
        if not self.shape:
            raise TypeError("this is a single matrix, not a stack; its numbers are in .counts.")
        name, keys = next(iter(self._axes.items()))
        return self.slice(found_place(key, keys, name))

    def slice(self, at: int, axis: int = 0) -> Confusion:
        """Return one slice of a stack, by its position along an axis, the first if not given."""
        rest = list(self._axes.items())
        name, _ = rest.pop(axis)
        dropped = self._dropped if name == MODEL else 0  # of months and the like it is known for all together only
        return self._changed(lambda cells: cells.taken(axis, at), axes=dict(rest), dropped=dropped)

    def __iter__(self) -> Iterator[Confusion]:
        names = next(iter(self._axes.values())) if self.shape else range(len(self))
        return (self.slice(i) for i in range(len(names)))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("this is a single matrix, not a stack; the number of classes is len(cm.labels).")
        return self.shape[0]

    def combinations(self) -> Combinations:
        """Return the cells that are not 0."""
        at, truth, prediction, values = self._cells.coordinates()
        behind = (None, None) if self._items is None else at_cells(self._cells, self._items)
        return Combinations(at, np.stack([truth, prediction]).T, values, *behind)


def counts_of(given: Any) -> Any:
    """Return the counts of what has some, such as a stream's counter or the joint table of several models."""
    counts = getattr(given, "confusion", None)
    counts = counts() if callable(counts) else counts
    return counts if isinstance(counts, Confusion) else given
