"""Count the combinations of a true label and several models' predictions, for columns in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.combinations import all_combined
from steelyard.counts.confusion import MODEL
from steelyard.counts.read.amounts import Amounts, amounts_of
from steelyard.counts.read.classes import classes_of
from steelyard.counts.read.columns.chunks import chunks
from steelyard.counts.read.columns.containers import as_column
from steelyard.counts.read.columns.named import names_of
from steelyard.counts.read.declared import declared_labels
from steelyard.counts.read.missing import check_word, lacking, without_label
from steelyard.counts.read.slices import axis_keys, named_axes, slice_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.columns.column import Column


PENDING = 1 << 20
"""Combinations that wait to be added up, unless as many are known already."""


class JointCounts(NamedTuple):
    """The combinations that occurred, in the order of (slice, truth, predictions).

    Attributes
    ----------
    at
        The slice of each, numbered through all axes.
    codes
        The classes, as positions among the labels: the truth, then one model after the other.
    counts
        How many items, or how much weight.
    labels, models, axes, dropped, squares, rows
        As in `Joint`.
    """

    at: NDArray[np.intp]
    codes: NDArray[np.intp]
    counts: NDArray[Any]
    labels: tuple[Label, ...]
    models: tuple[Label, ...]
    axes: dict[str, tuple[Label, ...]]
    dropped: float
    squares: NDArray[np.float64] | None = None
    rows: NDArray[np.int64] | None = None


def count_joint(
    y_true: Any,
    predictions: Any,
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
    by: Any = None,
    counts: Any = None,
) -> JointCounts:
    """Count combinations of labels, chunk by chunk; see `Joint.from_labels`."""
    check_word(missing)
    declared = None if labels is None else declared_labels(labels)
    names = names_of(predictions)
    if not names:
        raise ValueError('name the predictions of at least one model, as in {"a": …, "b": …}.')
    models = naming.checked(names)
    columns = {"true labels": as_column(y_true, "true labels")}
    for model in names:
        what = f"predicted labels of {model!r}"
        columns[what] = as_column(predictions[model], what)
    size = next(iter(columns.values())).size
    for what, column in columns.items():
        if column.size != size:
            raise ValueError(f"there are {size} true labels but {column.size} {what}.")
    if not size:
        raise ValueError("there are no items to count.")
    named = named_axes(by)
    if MODEL in named:
        raise ValueError(f"a joint table has models of its own; call the column {MODEL!r} of `by` otherwise.")
    axes = slice_columns(named, size)
    amounts = amounts_of(weights, counts, size)
    found = _walk([*axes.values()], [*columns.values()], amounts, keep_missing=missing == "keep")
    if found.lost and missing == "refuse":
        raise without_label(found.lost, size if amounts is None else amounts.items(slice(None)))
    return _placed(found, columns, axes, declared)._replace(models=models)


class _Table:
    """Combinations of the codes of some columns, added up as they come.

    Parameters
    ----------
    columns
        Number of columns.
    dtypes
        Of what is summed, a column each: int64 or float64.
    """

    def __init__(self, columns: int, dtypes: Sequence[np.dtype[Any]]) -> None:
        self._codes: list[list[NDArray[np.intp]]] = [[np.empty(0, dtype=np.intp)] for _ in range(columns)]
        self._values: list[list[NDArray[Any]]] = [[np.empty(0, dtype=dtype)] for dtype in dtypes]
        self._pending = 0

    def add(self, codes: Sequence[NDArray[np.intp]], values: Sequence[NDArray[Any]]) -> None:
        """Count items: the codes of each, and what it counts."""
        if not len(codes[0]):
            return
        typed = [column.astype(parts[0].dtype, copy=False) for column, parts in zip(values, self._values, strict=True)]
        found, sums = all_combined(codes, typed)
        for parts, part in zip([*self._codes, *self._values], [*found, *sums], strict=True):
            parts.append(part)
        self._pending += len(found[0])
        if self._pending > max(PENDING, len(self._codes[0][0])):
            self._merge()

    def all(self) -> tuple[list[NDArray[np.intp]], list[NDArray[Any]]]:
        """Return each combination once, and what it counts."""
        self._merge()
        return [parts[0] for parts in self._codes], [parts[0] for parts in self._values]

    def _merge(self) -> None:
        if len(self._codes[0]) > 1:
            codes, values = all_combined(
                *([np.concatenate(parts) for parts in of] for of in (self._codes, self._values))
            )
            self._codes, self._values = [[part] for part in codes], [[part] for part in values]
        self._pending = 0


class _Walked(NamedTuple):
    """Combinations of codes: those of the axes, then those of the labels."""

    codes: list[NDArray[np.intp]]
    values: list[NDArray[Any]]
    lost: int


def _walk(axes: Sequence[Column], columns: Sequence[Column], amounts: Amounts | None, *, keep_missing: bool) -> _Walked:
    one_each = amounts is None or amounts.one_each
    dtypes = () if amounts is None else amounts.dtypes
    table = _Table(len(axes) + len(columns), [*dtypes, np.dtype(np.int64)] if one_each else dtypes)
    lost = 0
    for start, stop in chunks(columns[0].size):
        codes = [column.codes(start, stop) for column in (*axes, *columns)]
        values = [] if amounts is None else amounts.part(start, stop)
        if one_each:
            values.append(np.ones(stop - start, dtype=np.int64))
        gone = None if keep_missing else lacking(columns, codes[len(axes) :])
        if gone is not None:
            without = np.flatnonzero(gone)
            lost += len(without) if amounts is None else amounts.items(start + without)
            codes, values = [part[~gone] for part in codes], [column[~gone] for column in values]
        table.add(codes, values)
    return _Walked(*table.all(), lost)


def _placed(
    found: _Walked, columns: Mapping[str, Column], axes: Mapping[str, Column], declared: tuple[Label, ...] | None
) -> JointCounts:
    """Put classes and slices in the places of the columns' codes."""
    keys = {name: axis_keys(column) for name, column in axes.items()}
    at = np.zeros(len(found.codes[0]), dtype=np.intp)
    for codes, (names, order) in zip(found.codes, keys.values(), strict=False):
        at = at * len(names) + np.argsort(order)[codes]
    occurring = [np.unique(codes, return_inverse=True) for codes in found.codes[len(axes) :]]
    every = zip(columns.items(), occurring, strict=True)
    named = {what: column.labels_of(codes) for (what, column), (codes, _) in every}
    classes = classes_of(named, [column.order for column in columns.values()], declared)
    place = {label: i for i, label in enumerate(classes)}
    labelled = [
        np.array([place[label] for label in labels], dtype=np.intp)[which]
        for labels, (_, which) in zip(named.values(), occurring, strict=True)
    ]
    (at, *labelled), sums = all_combined([at, *labelled], found.values)
    there = sums[0] != 0
    counts, *behind = (column[there] for column in sums)
    axis_names = {name: names for name, (names, _) in keys.items()}
    return JointCounts(
        at[there], np.stack(labelled, axis=1)[there], counts, classes, (), axis_names, found.lost, *behind
    )
