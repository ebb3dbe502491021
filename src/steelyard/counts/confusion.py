"""Counts of (truth, prediction) pairs, and the axis convention: rows are truth, columns are predictions.

Nothing else in the project knows the convention; other modules ask for supports, predictions and cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import Pictured, Row, plain, slice_rows
from steelyard.counts.cells import Cells, DenseCells, SparseCells, WeightedItems, gathered, stacked
from steelyard.counts.cells.storage import Numbers
from steelyard.counts.cells.weighted_items import are_unknown, at_cells
from steelyard.counts.class_shares import Shares, row_factors, shares_of
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

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.imbalance import Imbalance
    from steelyard.counts.labels import Label
    from steelyard.counts.read.count import Items


class Confusion(Pictured):
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

    __slots__ = ("_axes", "_cells", "_dropped", "_items", "_labels")
    _cells: Cells
    _items: WeightedItems | None

    def __init__(
        self,
        counts: ArrayLike | Confusion,
        labels: Iterable[Any] | None = None,
        *,
        axes: Mapping[str, Sequence[Hashable]] | None = None,
        dropped: float = 0,
        squares: ArrayLike | None = None,
        rows: ArrayLike | None = None,
    ) -> None:
        self._items = None
        if isinstance(counts, Confusion):
            labels = counts.labels if labels is None else labels
            axes = counts.axes if axes is None else axes
            dropped = dropped or counts.dropped
            self._cells, self._items = counts.cells, counts.weighted_items
        elif isinstance(counts, SparseCells):
            self._cells = counts
        elif hasattr(counts, "tocoo"):  # a matrix of scipy.sparse
            found = counts.tocoo()
            if len(found.shape) != 2 or found.shape[0] != found.shape[1] or not found.shape[0]:
                raise ValueError(f"counts must have the shape (..., C, C), not {found.shape}.")
            self._cells = gathered(
                checked_cells(found.row, found.col, found.data, found.shape[0]), (), found.shape[0], dense=False
            )
        else:
            if hasattr(counts, "columns") and hasattr(counts, "index"):  # a pandas table, such as crosstab's
                counts, labels = table_counts(counts, labels)
            self._cells = DenseCells(checked_counts(counts))
        C = self._cells.classes
        self._labels = tuple(range(C)) if labels is None else naming.checked(labels, C)
        self._axes = checked_axes(axes, self._cells.stack)
        self._dropped = checked_dropped(dropped)
        if squares is not None or rows is not None:
            if self.is_sparse:
                raise ValueError("sparse cells of weighted items are given cell by cell: Confusion.from_cells.")
            self._items = WeightedItems(*map(DenseCells, checked_behind(self._cells.array(), squares, rows)))

    @classmethod
    def _made(
        cls,
        cells: Cells,
        labels: tuple[Label, ...],
        axes: Mapping[str, Sequence[Hashable]],
        dropped: float,
        items: WeightedItems | None = None,
    ) -> Self:
        """Return what was checked already."""
        made = cls.__new__(cls)
        fields = {"_cells": cells, "_labels": labels, "_axes": dict(axes), "_dropped": dropped, "_items": items}
        for name, value in fields.items():
            setattr(made, name, value)
        return made

    def _changed(
        self,
        change: Callable[[Cells], Cells],
        *,
        labels: tuple[Label, ...] | None = None,
        axes: Mapping[str, Sequence[Hashable]] | None = None,
        dropped: float | None = None,
    ) -> Confusion:
        """Return the same after a change that moves cells or adds them up, of the weights as of what is behind them."""
        return Confusion._made(
            change(self._cells),
            self._labels if labels is None else labels,
            self._axes if axes is None else axes,
            self._dropped if dropped is None else dropped,
            None if self._items is None else self._items.each(change),
        )

    @classmethod
    def from_cells(
        cls,
        rows: ArrayLike,
        columns: ArrayLike,
        values: ArrayLike,
        labels: Iterable[Any],
        *,
        at: ArrayLike | None = None,
        axes: Mapping[str, Sequence[Hashable]] | None = None,
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
    def from_labels(
        cls,
        y_true: Any,
        y_pred: Any,
        labels: Iterable[Any] | None = None,
        weights: Any = None,
        *,
        missing: str = "refuse",
        by: Any = None,
        counts: Any = None,
    ) -> Self:
        """Count pairs of labels.

        Parameters
        ----------
        y_true, y_pred
            One label per item: lists, NumPy arrays, data-frame columns, Arrow arrays, tensors. Predictions of several
            models, as {"a": …, "b": …} or the columns of a data frame, give a stack along "model".
        labels
            The classes, in the order you want them. Classes without items are kept; other labels are an error. If
            not given, the labels found, in the order of their categories if these are ordered, else sorted.
        weights
            One weight per item; 1 each if not given. However large, a weight makes no more items of one: `rows` are
            the items, and with `squares` they say how sure a result is.
        missing
            What to do with items whose true or predicted label is None or NaN: "refuse" (an error), "drop" (leave
            them out, for all models alike; `dropped` says how many), or "keep" (they become a class of their own,
            labelled None).
        by
            One key per item, such as its month: a stack with a slice per key, sorted. A column, or several as
            {"month": …, "region": …}. Items without a key are a slice of their own, None, the last one.
        counts
            For rows that are several equal items: how many, whole numbers.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.Confusion.from_labels(["cat", "dog", "dog"], ["cat", "cat", "dog"], labels=["dog", "cat"]).counts
        array([[1, 1],
               [0, 1]])
        >>> by_year = sy.Confusion.from_labels([0, 1, 1], [0, 0, 1], by={"year": [2024, 2024, 2025]})
        >>> by_year.axes, by_year[2025].correct
        ({'year': (2024, 2025)}, array([0, 1]))
        >>> sy.Confusion.from_labels([0, 1], [0, 1], counts=[30, 70]).items
        np.int64(100)
        >>> sy.Confusion.from_labels([0, 1], [0, 1], weights=[30, 70]).items
        np.int64(2)
        """
        from steelyard.counts.read.chosen_columns import given_columns  # noqa: PLC0415 - the edge loads when it is used
        from steelyard.counts.read.count import Items  # noqa: PLC0415

        return cls.from_items(Items(given_columns(y_true, y_pred, weights, by, labels, missing, counts)))

    @classmethod
    def from_items(cls, items: Items) -> Self:
        """Count items as the ways in have read them: from lists, frames, files."""
        from steelyard.counts.read.count import count_pairs  # noqa: PLC0415

        found = count_pairs(items)
        return cls._made(
            found.cells, found.labels, checked_axes(found.axes, found.cells.stack), found.dropped, found.items
        )

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        truth: Hashable,
        prediction: Any,
        weight: Hashable | None = None,
        by: Any = None,
        labels: Iterable[Any] | None = None,
        *,
        missing: str = "refuse",
        counts: Hashable | None = None,
    ) -> Confusion:
        """Count columns of a data frame, where it lives; from an engine, only the groups of equal rows come back.

        Parameters
        ----------
        frame
            A data frame or table of pandas, Polars (lazy ones stay so until the count), PyArrow, DuckDB, Ibis, Dask,
            PySpark, Modin or cuDF.
        truth
            The column of true labels.
        prediction
            The column of predicted labels. Several columns give a stack along "model", counted in one pass.
        weight
            The column of the items' weights; 1 each if not given.
        by
            A column or several, such as the month: a stack with a slice per key, along axes of these names.
        labels, missing
            As for `from_labels`. An item that lacks the prediction of one of the models is missing for all of them.
        counts
            For rows that are several equal items: the column of how many.

        Examples
        --------
        >>> import polars as pl, steelyard as sy
        >>> lazy = pl.LazyFrame({"y": ["ok", "ok", "bad"], "guess": ["ok", "bad", "bad"], "month": [1, 1, 2]})
        >>> cm = sy.Confusion.from_frame(lazy, truth="y", prediction="guess", by="month")
        >>> cm.axes, cm.labels
        ({'month': (1, 2)}, ('bad', 'ok'))
        >>> cm[1].counts
        array([[0, 0],
               [1, 1]])
        """
        from steelyard.counts.read.chosen_columns import named_columns  # noqa: PLC0415
        from steelyard.counts.read.frames.groups import frame_items  # noqa: PLC0415

        columns = named_columns(truth, prediction, weight, by, labels, missing, counts)
        return cls.from_items(frame_items(frame, columns))

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
        found = dict.fromkeys(label for cm in every for label in cm.labels)
        labels = next((cm.labels for cm in every if len(cm.labels) == len(found)), naming.sort(found))
        if any(cm.dropped for cm in every) and len({cm.items.item() for cm in every}) > 1:
            raise ValueError(
                "the models would be scored on different items, because different labels are missing; leave out the "
                'items without a label for all models first, or say missing="keep".'
            )
        axes = checked_axes({MODEL: list(models)}, (len(every),))
        return cls._stacked([cm.declare(labels) for cm in every], axes, max(cm.dropped for cm in every))

    @classmethod
    def _stacked(cls, every: Sequence[Confusion], axes: Mapping[str, Sequence[Hashable]], dropped: float) -> Self:
        """Return single matrices over the same classes as a stack."""
        items = _items_of_all(every)
        behind = None if items is None else WeightedItems(*map(stacked, zip(*items, strict=True)))
        return cls._made(stacked([cm.cells for cm in every]), every[0].labels, axes, dropped, behind)

    @classmethod
    def from_files(
        cls,
        path: str | Path | Iterable[str | Path],
        truth: str,
        prediction: str | Sequence[str],
        *,
        weight: str | None = None,
        by: str | Sequence[str] | None = None,
        labels: Iterable[Any] | None = None,
        missing: str = "refuse",
        counts: str | None = None,
    ) -> Confusion:
        """Count the columns of CSV, Parquet or JSON files of any number and size; the rows never enter Python.

        DuckDB reads them, and no row is lost in silence. To let another library read, pass its frame to
        `from_frame`: `pl.scan_parquet(…)`, `spark.read.parquet(…)`. A bar on the terminal shows the progress if it
        takes longer than a second.

        Parameters
        ----------
        path
            A file, a pattern such as "predictions/*.parquet" (or "**"), a folder, a list of them, or an address such
            as "s3://bucket/x/*.parquet", which DuckDB opens. CSV and JSON also with .gz or .zst.
        truth, prediction, weight
            Names of columns. Several prediction columns give a stack along "model".
        by
            One or several columns whose keys make the slices of a stack. Folders such as "year=2024" make columns,
            too, whose keys are texts; a column inside the files goes before a folder of the same name.
        labels, missing
            As for `from_labels`. With "drop", an item that lacks the truth or any of the predictions is left out for
            all models.
        counts
            As for `from_frame`.

        Examples
        --------
        >>> import steelyard as sy
        >>> wines = sy.Confusion.from_files("examples/wine*.csv", "quality", ["tree", "svm"], by="fold")
        >>> wines.axes
        {'model': ('tree', 'svm'), 'fold': (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)}
        >>> wines["tree"].pooled().support
        array([ 10,  53, 681, 638, 199,  18])
        """
        from steelyard.counts.read.chosen_columns import named_columns  # noqa: PLC0415
        from steelyard.counts.read.files.count_files import watched_items  # noqa: PLC0415

        columns = named_columns(truth, prediction, weight, by, labels, missing, counts)
        return cls.from_items(watched_items(path, columns))

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
        axes, dropped = record.get("axes"), record.get("dropped", 0)
        if isinstance(axes, Mapping):
            axes = {name: naming.restored(keys) for name, keys in axes.items()}
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
        record: dict[str, Any] = {"labels": naming.storable(self._labels)}
        if self.is_sparse:
            cells = self._cells.coordinates()._asdict()
            if self._items is not None:
                cells |= dict(zip(("squares", "items"), at_cells(self._cells, self._items), strict=True))
            record["cells"] = {name: part.tolist() for name, part in cells.items() if name != "at" or self.shape}
        else:
            record["counts"] = self._cells.array().tolist()
            if self._items is not None:
                record["squares"] = self._items.squares.array().tolist()
                record["rows"] = self._items.rows.array().tolist()
        if self._axes:
            record["axes"] = {name: naming.storable(keys) for name, keys in self._axes.items()}
        if self._dropped:
            record["dropped"] = self._dropped
        return record

    @property
    def counts(self) -> Any:
        """The counts, of shape (..., C, C), read-only: an array, or `SparseCells` if there are many classes."""
        return self._cells.counts

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
    def labels(self) -> tuple[Label, ...]:
        """The classes, in the order of the rows and columns."""
        return self._labels

    @property
    def axes(self) -> dict[str, Sequence[Hashable]]:
        """Names and slices of the stack's leading axes; empty for a single matrix."""
        return dict(self._axes)

    @property
    def dropped(self) -> float:
        """How many items were left out because a label was missing; of slices, for all together only."""
        return self._dropped

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the stack; () for a single matrix."""
        return self._cells.stack

    @property
    def support(self) -> Numbers:
        """Items per true class: t."""
        return self._cells.row_sums()

    @property
    def predicted(self) -> Numbers:
        """Items per predicted class: p."""
        return self._cells.column_sums()

    @property
    def correct(self) -> Numbers:
        """Hits per class: tp."""
        return self._cells.diagonal()

    @property
    def total(self) -> Any:
        """All items, or all their weight: n."""
        return self._cells.total()

    @property
    def squares(self) -> Any:
        """The sum of the squared weights of each cell's items, like `counts`; None if these are no weights of items.

        Items that weigh 1 each, as items without weights do, have as much as `counts`.

        Examples
        --------
        >>> import steelyard as sy
        >>> cm = sy.Confusion.from_labels([0, 1, 1], [0, 1, 1], weights=[2, 3, 4])
        >>> cm.counts.tolist(), cm.squares.tolist(), cm.rows.tolist()
        ([[2, 0], [0, 7]], [[4.0, 0.0], [0.0, 25.0]], [[1, 0], [0, 2]])
        """
        return None if self._items is None else self._items.squares.counts

    @property
    def rows(self) -> Any:
        """How many items of a weight above 0 each cell has, like `counts`; None if these are no weights of items."""
        return None if self._items is None else self._items.rows.counts

    @property
    def weighted_items(self) -> WeightedItems | None:
        """The squares and rows as the library computes with them, as `cells` are the counts."""
        return self._items

    @property
    def is_weighted(self) -> bool:
        """Whether the counts are weights of items, of which `squares` and `rows` are known."""
        return self._items is not None

    @property
    def items(self) -> Any:
        """How many items were counted, of whatever weight."""
        return self.total if self._items is None else self._items.rows.total()

    def counted_items(self) -> Confusion:
        """Return how many items each cell has, of whatever weight."""
        if self._items is None:
            return self
        return Confusion._made(self._items.rows, self._labels, self._axes, self._dropped)

    @property
    def imbalance(self) -> Imbalance:
        """How unequal the class sizes are (of all slices together)."""
        from steelyard.counts.imbalance import Imbalance  # noqa: PLC0415

        support = self.each_item_once().support.astype(np.float64)
        classes = naming.classes_among(self._labels, support)
        return Imbalance(tuple(self._labels[i] for i in classes), support[classes])

    def pooled(self, *axes: str) -> Confusion:
        """Return the counts of all slices together, or of those along some axes.

        Examples
        --------
        >>> import steelyard as sy
        >>> axes = {"model": ["a", "b"], "fold": range(3)}
        >>> stack = sy.Confusion([[[[8, 2], [1, 9]]] * 3] * 2, axes=axes)
        >>> stack.pooled().total, stack.pooled("fold")["a"].total
        (np.int64(120), np.int64(60))
        """
        unknown = [name for name in axes if name not in self._axes]
        if unknown:
            raise ValueError(f"there is no axis {naming.some(unknown)}; the axes are {naming.some(self._axes)}.")
        if not self.shape:
            return self
        over = axes or tuple(self._axes)
        which = tuple(i for i, name in enumerate(self._axes) if name in over)
        left = {name: keys for name, keys in self._axes.items() if name not in over}
        return self._changed(lambda cells: cells.pooled(which), axes=left)

    def stacked(self, slices: ArrayLike) -> Confusion:
        """Return these slices along the first axis, in any order and repeated, or a single matrix repeated."""
        wanted = np.asarray(slices).tolist()
        every = [self.slice(i) if self.shape else self for i in wanted]
        return self._stacked(every, {"slice": range(len(wanted))}, self._dropped)

    def with_rows_scaled(self, factors: NDArray[np.float64]) -> Confusion:
        """Return the counts with each row multiplied by its factor, of shape (..., C)."""
        items = None if self._items is None else self._items.scaled(factors)
        return Confusion._made(self._cells.scaled(factors), self._labels, self._axes, self._dropped, items)

    def each_item_once(self) -> Confusion:
        """Return the pooled counts of the first model: a stack along "model" counts the same items again and again.

        Models whose class sizes differ were not asked about the same items; those are all counted.
        """
        if MODEL not in self._axes:
            return self.pooled()
        sizes = (
            self.pooled(*(name for name in self._axes if name != MODEL)).support
            if len(self._axes) > 1
            else self.support
        )
        if not np.allclose(sizes, sizes[0]):
            return self.pooled()
        axis = list(self._axes).index(MODEL)
        rest = {name: keys for name, keys in self._axes.items() if name != MODEL}
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

    def collapse(self, groups: Mapping[Hashable, Iterable[Any]]) -> Confusion:
        """Return the counts with some classes merged; classes that are not named stay as they are.

        Examples
        --------
        >>> import steelyard as sy
        >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
        >>> cm.collapse({"rare": ["c1", "c2"]}).labels
        ('rare', 'c3')
        """
        if not isinstance(groups, Mapping):
            raise ValueError(f'groups must be given by name, as in {{"rare": ["c1", "c2"]}}, not {groups!r}.')
        owner: dict[int, Hashable] = {}
        for group, members in groups.items():
            if isinstance(members, str | bytes) or not isinstance(members, Iterable):
                raise ValueError(f"group {group!r} must list its classes, as in {{{group!r}: [{members!r}]}}.")
            positions = naming.positions(members, self._labels)
            if not positions:
                raise ValueError(f"group {group!r} names no class.")
            for position in positions:
                if position in owner:
                    raise ValueError(f"class {self._labels[position]!r} is named twice in the groups.")
                owner[position] = group
        for i, label in enumerate(self._labels):
            if i not in owner and label in groups:
                raise ValueError(f"group {label!r} has the name of a class that is not in it.")
        new = [owner.get(i, label) for i, label in enumerate(self._labels)]
        merged = tuple(dict.fromkeys(new))
        place = {label: i for i, label in enumerate(merged)}
        to = np.array([place[label] for label in new])
        return self._changed(lambda cells: cells.moved(to, len(merged)), labels=naming.checked(merged))

    def reorder(self, labels: Iterable[Any]) -> Confusion:
        """Return the same counts with the classes in another order."""
        wanted = naming.checked(labels)
        order = naming.positions(wanted, self._labels)
        named = set(order)
        absent = [label for i, label in enumerate(self._labels) if i not in named]
        if absent or len(named) != len(order):
            raise ValueError(f"reorder must name every class once; {naming.some(absent)} is not named.")
        to = np.empty(len(order), dtype=np.intp)
        to[order] = np.arange(len(order))
        ordered = tuple(self._labels[i] for i in order)
        return self._changed(lambda cells: cells.moved(to, len(order)), labels=ordered)

    def __add__(self, other: object) -> Confusion:
        if isinstance(other, int) and other == 0:  # so that sum() works
            return self
        if not isinstance(other, Confusion):
            return NotImplemented
        if list(self._axes.items()) != list(other._axes.items()):
            raise ValueError(
                f"only stacks with the same axes can be added, not {_axes_text(self)} and {_axes_text(other)}."
            )
        labels = tuple(dict.fromkeys((*self._labels, *other._labels)))
        mine, theirs = self.declare(labels), other.declare(labels)
        items = _items_of_all([mine, theirs])
        return Confusion._made(
            mine._cells.plus(theirs._cells),
            labels,
            self._axes,
            self._dropped + other._dropped,
            None if items is None else items[0].plus(items[1]),
        )

    __radd__ = __add__

    def declare(self, labels: Iterable[Any]) -> Confusion:
        """Return the same counts over a set of labels that may have more classes, in the order given.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.Confusion([[5]], labels=["a"]).declare(["b", "a"]).counts
        array([[0, 0],
               [0, 5]])
        """
        wanted = naming.checked(labels)
        if wanted == self._labels:
            return self
        position = {label: i for i, label in enumerate(wanted)}
        outside = [label for label in self._labels if label not in position]
        if outside:
            raise ValueError(f"class {naming.some(outside)} is counted but not among the labels {naming.some(wanted)}.")
        to = np.array([position[label] for label in self._labels])
        return self._changed(lambda cells: cells.moved(to, len(wanted)), labels=wanted)

    def __getitem__(self, key: Hashable) -> Confusion:
        """Return one slice of a stack, by its name or its position along the first axis."""
        if not self.shape:
            raise TypeError("this is a single matrix, not a stack; its numbers are in .counts.")
        name, keys = next(iter(self._axes.items()))
        if key in keys:
            at = keys.index(key)
        elif isinstance(key, int | np.integer) and -len(keys) <= key < len(keys):
            at = int(key)
        else:
            raise KeyError(f"there is no {name} {key!r}; there are {naming.some(keys)}.")
        return self.slice(at)

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Confusion):
            return NotImplemented
        if self._labels != other._labels or list(self._axes.items()) != list(other._axes.items()):
            return False
        items = _items_of_all([self, other])
        behind = [] if items is None else zip(*items, strict=True)
        return all(_same(mine, yours) for mine, yours in [(self._cells, other._cells), *behind])

    __hash__ = None  # type: ignore[assignment]  # equal by value, and holds an array

    def to_rows(self) -> list[Row]:
        """Return one row for each cell that is not 0: the slice, the truth, the prediction and the count."""
        cells = self._cells.coordinates()
        slices = slice_rows(self._axes, ("truth", "prediction", "count"))
        labels = [plain(label) for label in self._labels]
        return [
            {**slices[at], "truth": labels[i], "prediction": labels[j], "count": count}
            for at, i, j, count in zip(*(part.tolist() for part in cells), strict=True)
        ]


def _items_of_all(every: Sequence[Confusion]) -> list[WeightedItems] | None:
    """Return the items behind each table, if some have weights and all are known; counted items weigh 1 each."""
    if not any(cm.is_weighted for cm in every) or any(not cm.is_weighted and are_unknown(cm.cells) for cm in every):
        return None
    return [cm.weighted_items or WeightedItems.of_counts(cm.cells) for cm in every]


def _same(one: Cells, other: Cells) -> bool:
    return all(map(np.array_equal, one.coordinates(), other.coordinates()))


def _axes_text(cm: Confusion) -> str:
    return " × ".join(f"{name} ({len(keys)})" for name, keys in cm.axes.items()) or "a single matrix"
