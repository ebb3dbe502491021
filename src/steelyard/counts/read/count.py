"""Count pairs of labels: the group-by that everything else rests on, for columns in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import WeightedItems
from steelyard.counts.confusion import MODEL
from steelyard.counts.read.amounts import Amounts, amounts_of
from steelyard.counts.read.classes import classes_of
from steelyard.counts.read.columns.containers import as_column
from steelyard.counts.read.columns.device import device_groups
from steelyard.counts.read.columns.named import names_of
from steelyard.counts.read.declared import declared_labels
from steelyard.counts.read.missing import check_word, without_label
from steelyard.counts.read.slices import axis_keys, named_axes, slice_columns
from steelyard.counts.read.tables.places import placed
from steelyard.counts.read.tables.tally import tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.cells import Cells
    from steelyard.counts.labels import Label
    from steelyard.counts.read.columns.column import Column
    from steelyard.counts.read.tables.tally import Table, Tally

TRUTH, PREDICTION = "true labels", "predicted labels"


class Counted(NamedTuple):
    """The counts of pairs of labels.

    Attributes
    ----------
    cells
        A stack of C × C cells, rows are truth: int64, or float64 if the weights are floats.
    items
        What stands behind the weights, if the items have some.
    labels
        The classes, in the order of the rows.
    dropped
        Number of the items that were left out because a label was missing.
    axes
        The names of the stack's axes, and the slices along each; empty for a single matrix.
    """

    cells: Cells
    labels: tuple[Label, ...]
    dropped: float
    axes: dict[str, tuple[Label, ...]]
    items: WeightedItems | None = None

    @property
    def counts(self) -> Any:
        """The cells as users see them."""
        return self.cells.counts


def count_labels(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
    by: Any = None,
    counts: Any = None,
) -> Counted:
    """Count pairs of labels, chunk by chunk.

    Parameters
    ----------
    y_true, y_pred
        One label per item: lists, NumPy arrays, pandas or Polars Series, Arrow arrays, tensors, iterators. Items are
        matched by position. Predictions of several models, as a mapping or the columns of a data frame, give a stack
        whose first axis is "model".
    labels
        The classes in the order wanted, absent ones included; other labels are an error. If not given, the labels
        found, in the order of their categories if these are ordered, else sorted.
    weights
        One weight per item; or what groups of equal items count, as `Counts` and `GroupWeights` say.
    missing
        "refuse" items whose label is None, NaN, NaT or NA; "drop" them, for all models alike; or "keep" them as a
        class labelled None, which is the last one unless declared elsewhere.
    by
        Columns with one key per item, as {name: column}, or one column: a stack with one slice per key. Keys are
        sorted; items without a key are a slice of their own, None, the last one. `Slices` keep the order they have.
    counts
        How many items each row is, whole numbers; 1 each if not given.

    Examples
    --------
    >>> from steelyard.counts.read import count_labels
    >>> truth, prediction, years = ["cat", "dog", None], ["cat", "cat", "dog"], [2024, 2025, 2025]
    >>> found = count_labels(truth, prediction, missing="drop", by={"year": years})
    >>> found.labels, found.dropped, found.axes
    (('cat', 'dog'), 1, {'year': (2024, 2025)})
    >>> found.counts
    array([[[1, 0],
            [0, 0]],
    <BLANKLINE>
           [[0, 0],
            [1, 0]]])
    """
    check_word(missing)
    declared = None if labels is None else declared_labels(labels)
    given = _Given.of(y_true, y_pred, weights, by, counts)
    truth, predictions = as_column(given.truth, TRUTH), given.columns()
    for what, column in predictions.items():
        if truth.size != column.size:
            raise ValueError(f"there are {truth.size} true labels but {column.size} {what}.")
    if not truth.size:
        raise ValueError("there are no items to count.")
    amounts = amounts_of(given.weights, given.counts, truth.size)
    axes = slice_columns(given.by, truth.size)
    found = tally(list(axes.values()), truth, list(predictions.values()), amounts, keep=missing == "keep")
    if found.lost and missing == "refuse":
        raise without_label(found.lost, truth.size if amounts is None else amounts.items(slice(None)))
    named = zip(predictions.items(), found.tables, strict=True)
    lines = {what: _occurring(column, table, -1) for (what, column), table in named}
    lines = {TRUTH: _occurring(truth, found.tables[0], -2), **lines}
    classes = classes_of(lines, [column.order for column in (truth, *predictions.values())], declared)
    orders = [_order(codes, classes) for codes in lines.values()]
    return _placed(found, amounts, given.models, axes, orders, classes)


class _Given(NamedTuple):
    """What the caller passed, or the groups that a device made of it."""

    truth: Any
    predictions: list[Any]
    models: tuple[Label, ...] | None
    weights: Any
    by: dict[str, Any]
    counts: Any

    @classmethod
    def of(cls, y_true: Any, y_pred: Any, weights: Any, by: Any, counts: Any) -> Self:
        names = names_of(y_pred)
        if names is not None and not names:
            raise ValueError("there are no predictions; name at least one model.")
        predictions = [y_pred] if names is None else [y_pred[name] for name in names]
        models = None if names is None else naming.checked(names)
        axes = named_axes(by)
        if models is not None and MODEL in axes:
            raise ValueError(
                f"the predictions of several models make an axis {MODEL!r}; call the column of `by` otherwise."
            )
        groups = None if counts is not None else device_groups([*axes.values(), y_true, *predictions], weights)
        if groups is None:
            return cls(y_true, predictions, models, weights, axes, counts)
        *keys, truth = groups.columns[: len(axes) + 1]
        grouped_axes = dict(zip(axes, keys, strict=True))
        return cls(truth, groups.columns[len(axes) + 1 :], models, groups.amounts, grouped_axes, None)

    def columns(self) -> dict[str, Column]:
        """Return the predictions, by what they are called in messages."""
        if self.models is None:
            return {PREDICTION: as_column(self.predictions[0], PREDICTION)}
        called = [f"{PREDICTION} of {model!r}" for model in self.models]
        return {what: as_column(values, what) for what, values in zip(called, self.predictions, strict=True)}


def _occurring(column: Column, table: Table, axis: int) -> dict[Label, int]:
    """Return the labels that have items, and their codes."""
    codes = table.occurring(axis)
    return dict(zip(column.labels_of(codes), codes.tolist(), strict=True))


def _order(codes: Mapping[Label, int], classes: Sequence[Label]) -> NDArray[np.intp]:
    """Return the code of each class; −1 for a class without items."""
    return np.fromiter((codes.get(label, -1) for label in classes), dtype=np.intp, count=len(classes))


def _placed(
    found: Tally,
    amounts: Amounts | None,
    models: tuple[Label, ...] | None,
    axes: Mapping[str, Column],
    orders: Sequence[NDArray[np.intp]],
    classes: tuple[Label, ...],
) -> Counted:
    """Put the tables of the models in the places of slices and classes."""
    keys = {name: axis_keys(column) for name, column in axes.items()}
    slices = [codes for _, codes in keys.values()]
    named = {name: names for name, (names, _) in keys.items()}
    if models is not None:
        named = {MODEL: models, **named}
    stack = tuple(len(names) for names in named.values())
    truth, *predictions = orders
    places = [[*slices, truth, order] for order in predictions]
    number = 1 if amounts is None else len(amounts.dtypes) + amounts.one_each
    cells, *behind = (placed(found.tables, places, stack, len(classes), column) for column in range(number))
    return Counted(cells, classes, found.lost, named, WeightedItems(*behind) if behind else None)
