"""The table of counts: truth × the predictions of some models, over one set of classes, perhaps in a stack of slices.

`Confusion` has pairs in matrices, one model after the other; `Joint` has combinations of all models. What does not
depend on which of them it is stands here: the ways in, the classes, the slices, sums and weights.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import Answer, Row, plain_label, slice_rows
from steelyard.counts.cells import Numbers, TableCells
from steelyard.counts.class_shares import Imbalance
from steelyard.counts.combinations import WeightedItems, are_unknown
from steelyard.counts.matrix_input import checked_axes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.count import Items

Axes = Mapping[str, Sequence[Hashable]]
"""The names of a stack's axes, and of the slices along each."""


class Combinations(NamedTuple):
    """What occurred, one entry for each combination of a slice, a truth and the predictions beside it.

    Attributes
    ----------
    at
        The slice, numbered through all axes.
    codes
        The classes, as positions among the labels: the truth, then what each model predicted.
    counts
        How many items, or how much weight.
    squares, rows
        Of weights: the sum of their squares and the number of the items.
    """

    at: NDArray[np.intp]
    codes: NDArray[np.intp]
    counts: Numbers
    squares: NDArray[np.float64] | None
    rows: NDArray[np.int64] | None


class Table(Answer):
    """Counts of a truth and predictions of it: a `Confusion` or a `Joint`."""

    __slots__ = ("_axes", "_cells", "_dropped", "_items", "_labels", "_models")

    _together: ClassVar[bool]
    """Whether the models' predictions of an item are counted together, as a combination."""
    _apart: ClassVar[str]
    """Why two tables of other models or axes cannot be added."""

    def __init__(
        self,
        cells: TableCells,
        labels: tuple[Label, ...],
        axes: Axes,
        dropped: float,
        items: WeightedItems | None = None,
        models: tuple[Label, ...] = (),
    ) -> None:
        """Hold what was checked already; `models` are those of combinations, those of pairs are an axis."""
        self._cells, self._items = cells, items
        self._labels, self._models = labels, models
        self._axes, self._dropped = dict(axes), dropped

    @classmethod
    def _made(cls, *contents: Any) -> Self:
        """Return a table of what was checked already."""
        table = cls.__new__(cls)
        Table.__init__(table, *contents)
        return table

    def _changed(
        self,
        change: Callable[[Any], TableCells],
        *,
        labels: tuple[Label, ...] | None = None,
        axes: Axes | None = None,
        dropped: float | None = None,
    ) -> Self:
        """Return the same after a change that moves cells or adds them up, of the weights as of what is behind them."""
        return self._made(
            change(self._cells),
            self._labels if labels is None else labels,
            self._axes if axes is None else axes,
            self._dropped if dropped is None else dropped,
            None if self._items is None else self._items.each(change),
            self._models,
        )

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
        """Count labels, item by item.

        Parameters
        ----------
        y_true, y_pred
            One label per item: lists, NumPy arrays, data-frame columns, Arrow arrays, tensors. Predictions of several
            models are given as {"a": …, "b": …} or the columns of a data frame: a `Confusion` is then a stack along
            "model"; a `Joint` is always of named models.
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
        >>> joint = sy.Joint.from_labels([0, 1, 1], {"a": [0, 1, 0], "b": [0, 1, 1]})
        >>> joint.confusion().axes
        {'model': ('a', 'b')}
        """
        from steelyard.counts.read.chosen_columns import given_columns  # noqa: PLC0415 - the edge loads when it is used
        from steelyard.counts.read.count import Items  # noqa: PLC0415

        return cls.from_items(Items(given_columns(y_true, y_pred, weights, by, labels, missing, counts)))

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
    ) -> Self:
        """Count columns of a data frame, where it lives; from an engine, only the groups of equal rows come back.

        Parameters
        ----------
        frame
            A data frame or table of pandas, Polars (lazy ones stay so until the count), PyArrow, DuckDB, Ibis, Dask,
            PySpark, Modin or cuDF.
        truth
            The column of true labels.
        prediction
            The column of predicted labels, or several, counted in one pass: a `Confusion` is then a stack along
            "model". The models of a `Joint` have the names of their columns.
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
        from steelyard.counts.read.chosen_columns import named_columns, several  # noqa: PLC0415
        from steelyard.counts.read.frames.groups import frame_items  # noqa: PLC0415

        named = several(prediction) if cls._together else prediction
        columns = named_columns(truth, named, weight, by, labels, missing, counts)
        return cls.from_items(frame_items(frame, columns, together=cls._together))

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
    ) -> Self:
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
            Names of columns, as for `from_frame`.
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
        >>> sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
        1,599 items, 6 classes, 2 models ('tree', 'svm'), 53 combinations
        """
        from steelyard.counts.read.chosen_columns import named_columns, several  # noqa: PLC0415
        from steelyard.counts.read.files.count_files import watched_items  # noqa: PLC0415

        named = several(prediction) if cls._together else prediction
        columns = named_columns(truth, named, weight, by, labels, missing, counts)
        return cls.from_items(watched_items(path, columns, together=cls._together))

    @classmethod
    def from_items(cls, items: Items) -> Self:
        """Count items as the ways in have read them: from lists, frames, files."""
        from steelyard.counts.read.count import count_items  # noqa: PLC0415

        contents = count_items(items, together=cls._together)
        axes = checked_axes(contents.axes, contents.cells.stack)
        return cls._made(contents.cells, contents.labels, axes, contents.dropped, contents.items, contents.models)

    def _stored(self, **contents: Any) -> dict[str, Any]:
        """Return plain lists, ready for JSON: the classes, what the table holds, and its axes."""
        record = {"labels": naming.storable(self._labels), **contents}
        if self._axes:
            record["axes"] = {name: naming.storable(keys) for name, keys in self._axes.items()}
        if self._dropped:
            record["dropped"] = self._dropped
        return record

    @property
    def counts(self) -> Any:
        """How many items there are, or how much weight, read-only.

        Of a `Confusion` an array of shape (..., C, C), or `SparseCells` if there are many classes; of a `Joint` one
        number for each combination.
        """
        return self._cells.counts

    @property
    def cells(self) -> TableCells:
        """The counts as the library computes with them."""
        return self._cells

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes, in the order of the counts."""
        return self._labels

    @property
    def axes(self) -> dict[str, Sequence[Hashable]]:
        """Names and slices of a stack's axes; empty for a single table."""
        return dict(self._axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the stack; () for a single table."""
        return self._cells.stack

    @property
    def dropped(self) -> float:
        """How many items were left out because a label was missing; of slices, for all together only."""
        return self._dropped

    @property
    def support(self) -> Numbers:
        """Items per true class: t."""
        return self._cells.row_sums()

    @property
    def total(self) -> Any:
        """All items, or all their weight: n."""
        return self._cells.total()

    @property
    def squares(self) -> Any:
        """The sum of the squared weights of the items of each count; None if the counts are no weights of items.

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
        """How many items of a weight above 0 each count has; None if the counts are no weights of items."""
        return None if self._items is None else self._items.rows.counts

    @property
    def weighted_items(self) -> WeightedItems | None:
        """The squares and rows as the library computes with them."""
        return self._items

    @property
    def is_weighted(self) -> bool:
        """Whether the counts are weights of items, of which `squares` and `rows` are known."""
        return self._items is not None

    @property
    def items(self) -> Any:
        """How many items were counted, of whatever weight."""
        return self.total if self._items is None else self._items.rows.total()

    def pooled(self, *axes: str) -> Self:
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
        if not self._axes:
            return self
        over = axes or tuple(self._axes)
        which = tuple(i for i, name in enumerate(self._axes) if name in over)
        left = {name: keys for name, keys in self._axes.items() if name not in over}
        return self._changed(lambda cells: cells.pooled(which), axes=left)

    def each_item_once(self) -> Self:
        """Return the pooled counts with each item once."""
        return self.pooled()

    @property
    def imbalance(self) -> Imbalance:
        """How unequal the class sizes are (of all slices together)."""
        support = self.each_item_once().support.astype(np.float64)
        classes = naming.classes_among(self._labels, support)
        return Imbalance(tuple(self._labels[i] for i in classes), support[classes])

    def collapse(self, groups: Mapping[Hashable, Iterable[Any]]) -> Self:
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
        return self._relabelled(new, naming.checked(dict.fromkeys(new)))

    def reorder(self, labels: Iterable[Any]) -> Self:
        """Return the same counts with the classes in another order."""
        order = naming.positions(naming.checked(labels), self._labels)
        named = set(order)
        absent = [label for i, label in enumerate(self._labels) if i not in named]
        if absent or len(named) != len(order):
            raise ValueError(f"reorder must name every class once; {naming.some(absent)} is not named.")
        return self._relabelled(self._labels, tuple(self._labels[i] for i in order))

    def declare(self, labels: Iterable[Any]) -> Self:
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
        known = set(wanted)
        outside = [label for label in self._labels if label not in known]
        if outside:
            counted = "class {} is" if len(outside) == 1 else "classes {} are"
            raise ValueError(
                f"{counted.format(naming.some(outside))} counted but not among the labels {naming.some(wanted)}."
            )
        return self._relabelled(self._labels, wanted)

    def _relabelled(self, new: Sequence[Hashable], labels: tuple[Label, ...]) -> Self:
        """Return the counts over other labels, given the one that each class goes to."""
        place = {label: i for i, label in enumerate(labels)}
        to = np.array([place[label] for label in new], dtype=np.intp)
        return self._changed(lambda cells: cells.moved(to, len(labels)), labels=labels)

    def __add__(self, other: object) -> Self:
        if isinstance(other, int) and other == 0:  # so that sum() works
            return self
        if not isinstance(other, type(self)):
            return NotImplemented
        if not self._is_like(other):
            raise ValueError(self._apart.format(self._about(), other._about()))
        labels = tuple(dict.fromkeys((*self._labels, *other._labels)))
        mine, yours = self.declare(labels), other.declare(labels)
        items = items_of_all([mine, yours])
        return self._made(
            mine.cells.plus(yours.cells),
            labels,
            self._axes,
            self._dropped + other._dropped,
            None if items is None else items[0].plus(items[1]),
            self._models,
        )

    __radd__ = __add__

    def _is_like(self, other: Table) -> bool:
        """Whether another table has the same models and axes."""
        return self._models == other._models and list(self._axes.items()) == list(other._axes.items())

    def _about(self) -> str:
        models = [naming.some(self._models)] if self._models else []
        axes = [f"{name} ({len(keys)})" for name, keys in self._axes.items()]
        return " × ".join([*models, *axes]) or "a single matrix"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        if self._labels != other._labels or not self._is_like(other):
            return False
        items = items_of_all([self, other])
        behind = [] if items is None else zip(*items, strict=True)
        return all(_same(mine, yours) for mine, yours in [(self.cells, other.cells), *behind])

    __hash__ = None  # type: ignore[assignment]  # equal by value, and holds arrays

    def combinations(self) -> Combinations:
        """Return what occurred, in the order of (slice, truth, predictions)."""
        raise NotImplementedError  # of a matrix and of a joint table, each in its own way

    def to_rows(self) -> list[Row]:
        """Return one row for each count that is not 0: the slice, the truth, what was predicted, and the count.

        The predictions are in the column "prediction", or in one for each model that they were counted together with.
        """
        columns = ("truth", *(map(naming.text, self._models) if self._models else ("prediction",)))
        slices = slice_rows(self._axes, (*columns, "count"))
        labels = [plain_label(label) for label in self._labels]
        combinations = self.combinations()
        return [
            {**slices[at], **dict(zip(columns, (labels[c] for c in codes), strict=True)), "count": count}
            for at, codes, count in zip(
                combinations.at.tolist(), combinations.codes.tolist(), combinations.counts.tolist(), strict=True
            )
        ]


def items_of_all(tables: Sequence[Table]) -> list[WeightedItems] | None:
    """Return the items behind each table, if some have weights and all are known; counted items weigh 1 each."""
    if not any(table.is_weighted for table in tables):
        return None
    if any(not table.is_weighted and are_unknown(table.cells) for table in tables):
        return None
    return [table.weighted_items or WeightedItems.of_counts(table.cells) for table in tables]


def restored_axes(axes: Any) -> Any:
    """Return stored axes with their keys as they were before JSON."""
    return {name: naming.restored(keys) for name, keys in axes.items()} if isinstance(axes, Mapping) else axes


def found_place(key: Hashable, keys: Sequence[Hashable], what: str) -> int:
    """Return where a model or a slice is, given by its name or its position."""
    if key in keys:
        return keys.index(key)
    if isinstance(key, int | np.integer) and -len(keys) <= key < len(keys):
        return range(len(keys))[key]
    raise KeyError(f"there is no {what} {key!r}; there are {naming.some(keys)}.")


def _same(one: TableCells, other: TableCells) -> bool:
    return all(map(np.array_equal, one.coordinates(), other.coordinates()))
