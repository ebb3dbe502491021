"""Count the combinations of a true label and several models' predictions, for columns in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard import labels as naming
from steelyard.combinations import combined
from steelyard.confusion import MODEL
from steelyard.counting.classes import classes_of
from steelyard.counting.columns.chunks import chunks
from steelyard.counting.columns.containers import as_column
from steelyard.counting.columns.named import names_of
from steelyard.counting.declared import declared_labels
from steelyard.counting.missing import check_word, lacking, without_label
from steelyard.counting.slices import axis_keys, named_axes, slice_columns
from steelyard.counting.weights import checked_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counting.columns.column import Column
    from steelyard.labels import Label


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
    labels, models, axes, dropped
        As in `Joint`.
    """

    at: NDArray[np.intp]
    codes: NDArray[np.intp]
    counts: NDArray[Any]
    labels: tuple[Label, ...]
    models: tuple[Label, ...]
    axes: dict[str, tuple[Label, ...]]
    dropped: float


def count_joint(
    y_true: Any,
    predictions: Any,
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
    by: Any = None,
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
    weighed = np.ones(size, dtype=np.int8) if weights is None else checked_weights(weights, size)
    found = _walk([*axes.values()], [*columns.values()], weighed, keep_missing=missing == "keep")
    if found.lost_items and missing == "refuse":
        raise without_label(found.lost_items, size)
    return _placed(found, columns, axes, declared)._replace(models=models)


class _Table:
    """Combinations of the codes of some columns, added up as they come.

    Parameters
    ----------
    columns
        Number of columns.
    dtype
        Of what is summed: int64 or float64.
    """

    def __init__(self, columns: int, dtype: np.dtype[Any]) -> None:
        self._codes: list[list[NDArray[np.intp]]] = [[np.empty(0, dtype=np.intp)] for _ in range(columns)]
        self._values: list[NDArray[Any]] = [np.empty(0, dtype=dtype)]
        self._pending = 0

    def add(self, codes: Sequence[NDArray[np.intp]], values: NDArray[Any]) -> None:
        """Count items: the codes of each, and what it counts."""
        if not len(values):
            return
        found, sums = combined(codes, values.astype(self._values[0].dtype, copy=False))
        for parts, part in zip(self._codes, found, strict=True):
            parts.append(part)
        self._values.append(sums)
        self._pending += len(sums)
        if self._pending > max(PENDING, len(self._values[0])):
            self._merge()

    def all(self) -> tuple[list[NDArray[np.intp]], NDArray[Any]]:
        """Return each combination once, and what it counts."""
        self._merge()
        return [parts[0] for parts in self._codes], self._values[0]

    def _merge(self) -> None:
        if len(self._values) > 1:
            codes, values = combined([np.concatenate(parts) for parts in self._codes], np.concatenate(self._values))
            self._codes, self._values = [[part] for part in codes], [values]
        self._pending = 0


class _Walked(NamedTuple):
    """Combinations of codes: those of the axes, then those of the labels."""

    codes: list[NDArray[np.intp]]
    values: NDArray[Any]
    lost_items: int
    lost: float


def _walk(axes: Sequence[Column], columns: Sequence[Column], weights: NDArray[Any], *, keep_missing: bool) -> _Walked:
    dtype = np.dtype(np.float64 if weights.dtype.kind == "f" else np.int64)
    table = _Table(len(axes) + len(columns), dtype)
    lost_items, lost = 0, 0
    for start, stop in chunks(columns[0].size):
        codes = [column.codes(start, stop) for column in (*axes, *columns)]
        values = weights[start:stop]
        gone = None if keep_missing else lacking(columns, codes[len(axes) :])
        if gone is not None:
            lost_items += int(np.count_nonzero(gone))
            lost += values[gone].sum(dtype=dtype).item()
            codes, values = [part[~gone] for part in codes], values[~gone]
        table.add(codes, values)
    return _Walked(*table.all(), lost_items, lost)


def _placed(
    found: _Walked, columns: Mapping[str, Column], axes: Mapping[str, Column], declared: tuple[Label, ...] | None
) -> JointCounts:
    """Put classes and slices in the places of the columns' codes."""
    keys = {name: axis_keys(column) for name, column in axes.items()}
    at = np.zeros(len(found.values), dtype=np.intp)
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
    (at, *labelled), counts = combined([at, *labelled], found.values)
    there = counts != 0
    axis_names = {name: names for name, (names, _) in keys.items()}
    return JointCounts(at[there], np.stack(labelled, axis=1)[there], counts[there], classes, (), axis_names, found.lost)
