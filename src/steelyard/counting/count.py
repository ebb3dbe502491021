"""Count pairs of labels: the group-by that everything else rests on, for columns in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard import labels as naming
from steelyard.counting.chunks import chunks
from steelyard.counting.containers import as_column
from steelyard.counting.declared import check_declared, declared_labels
from steelyard.counting.kinds import check_kinds
from steelyard.counting.pair_table import PairTable
from steelyard.counting.union import MOST_CLASSES, check_size, placed, united
from steelyard.counting.weights import checked_weights
from steelyard.counting.whole import WIDEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counting.column import Column
    from steelyard.labels import Label

TRUTH, PREDICTION = "true labels", "predicted labels"
MISSING_WORDS = ("refuse", "drop", "keep")

UNSEEN = WIDEST + 1
"""How many labels of a column may not have occurred."""


class Counted(NamedTuple):
    """The counts of pairs of labels.

    Attributes
    ----------
    counts
        C × C, rows are truth: int64, or float64 if the weights are floats.
    labels
        The classes, in the order of the rows.
    dropped
        Number, or weight, of the items that were left out because a label was missing.
    """

    counts: NDArray[Any]
    labels: tuple[Label, ...]
    dropped: float


def count_labels(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
) -> Counted:
    """Count pairs of labels, chunk by chunk.

    Parameters
    ----------
    y_true, y_pred
        One label per item: lists, NumPy arrays, pandas or Polars Series, Arrow arrays, tensors, iterators. Items are
        matched by position.
    labels
        The classes in the order wanted, absent ones included; other labels are an error. If not given, the labels
        found, sorted.
    weights
        One weight per item; 1 each if not given.
    missing
        "refuse" items whose label is None, NaN, NaT or NA; "drop" them; or "keep" them as a class labelled None,
        which is the last one unless declared elsewhere.

    Examples
    --------
    >>> from steelyard.counting import count_labels
    >>> count_labels(["cat", "dog", None], ["cat", "cat", "dog"], missing="drop")
    Counted(counts=array([[1, 0],
           [1, 0]]), labels=('cat', 'dog'), dropped=1)
    """
    if missing not in MISSING_WORDS:
        raise ValueError(f'missing must be "refuse", "drop" or "keep", not {missing!r}.')
    declared = None if labels is None else declared_labels(labels)
    truth, prediction = as_column(y_true, TRUTH), as_column(y_pred, PREDICTION)
    if truth.size != prediction.size:
        raise ValueError(f"there are {truth.size} true labels but {prediction.size} predicted labels.")
    if not truth.size:
        raise ValueError("there are no items to count.")
    weighed = None if weights is None else checked_weights(weights, truth.size)
    table = _tally(truth, prediction, weighed, declared)
    dropped = 0 if missing == "keep" else _take_out_missing(table, truth, prediction, missing)
    rows = _occurring(truth, np.flatnonzero(table.items.any(axis=1)))
    columns = _occurring(prediction, np.flatnonzero(table.items.any(axis=0)))
    check_kinds(rows, columns, declared)
    classes = _discovered(rows, columns) if declared is None else _as_declared(rows, columns, declared)
    return Counted(placed(table.cells, rows, columns, classes), classes, dropped)


def _tally(
    truth: Column, prediction: Column, weights: NDArray[Any] | None, declared: tuple[Label, ...] | None
) -> PairTable:
    table = PairTable(None if weights is None else np.dtype(np.float64 if weights.dtype.kind == "f" else np.int64))
    for start, stop in chunks(truth.size):
        codes = truth.codes(start, stop), prediction.codes(start, stop)
        if max(truth.known, prediction.known) > MOST_CLASSES + UNSEEN:
            many = (truth, TRUTH) if truth.known > prediction.known else (prediction, PREDICTION)
            _refuse_many(*many, start, stop, declared)
        table.reserve(truth.known, prediction.known)
        table.add(*codes, None if weights is None else weights[start:stop])
    return table


def _refuse_many(column: Column, what: str, start: int, stop: int, declared: tuple[Label, ...] | None) -> None:
    """Refuse a column with so many labels that counting had to stop."""
    if declared is not None:
        check_declared(_occurring(column, np.unique(column.codes(start, stop))), declared, what)
    check_size(column.known - UNSEEN, at_least=True)


def _take_out_missing(table: PairTable, truth: Column, prediction: Column, missing: str) -> float:
    """Drop or refuse items without a label; return how many, or how much weight, they were."""
    lines = ([code for code, label in enumerate(c.labels) if label is naming.MISSING] for c in (truth, prediction))
    items, dropped = table.take_out(*lines)
    if items and missing == "refuse":
        raise ValueError(
            f"{items} of {table.size} items have no true or no predicted label (None or NaN); "
            'say missing="drop" to leave them out, or missing="keep" to make them a class of their own.'
        )
    return dropped


def _occurring(column: Column, codes: NDArray[np.intp]) -> dict[Label, int]:
    labels = column.labels
    return {labels[code]: code for code in codes.tolist()}


def _discovered(rows: Iterable[Label], columns: Iterable[Label]) -> tuple[Label, ...]:
    classes = united(rows, columns)
    if not classes:
        raise ValueError("every item has a missing label, so there is nothing to count.")
    check_size(len(classes))
    return classes


def _as_declared(rows: Iterable[Label], columns: Iterable[Label], declared: tuple[Label, ...]) -> tuple[Label, ...]:
    if naming.MISSING in (*rows, *columns) and naming.MISSING not in declared:
        declared = (*declared, naming.MISSING)  # by the wish to keep them
    check_declared(rows, declared, TRUTH)
    check_declared(columns, declared, PREDICTION)
    return declared
