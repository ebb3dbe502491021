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


class _Found(NamedTuple):
    """What occurred: the labels of both columns, and items and weights by pair of them."""

    truth: list[Label]
    prediction: list[Label]
    items: NDArray[np.int64]
    cells: NDArray[Any]


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
    found, dropped = _settled(_tally(truth, prediction, weighed, declared), missing)
    check_kinds(found.truth, found.prediction, declared)
    classes = _classes(found, declared)
    return Counted(placed(found.cells, found.truth, found.prediction, classes), classes, dropped)


def _tally(
    truth: Column, prediction: Column, weights: NDArray[Any] | None, declared: tuple[Label, ...] | None
) -> _Found:
    table = PairTable(None if weights is None else np.dtype(np.float64 if weights.dtype.kind == "f" else np.int64))
    for start, stop in chunks(truth.size):
        codes = truth.codes(start, stop), prediction.codes(start, stop)
        sizes = len(truth.labels), len(prediction.labels)
        if max(sizes) > MOST_CLASSES + UNSEEN:
            many = (truth, TRUTH) if sizes[0] == max(sizes) else (prediction, PREDICTION)
            _refuse_many(*many, start, stop, declared)
        table.reserve(*sizes)
        table.add(*codes, None if weights is None else weights[start:stop])
    rows, columns = np.flatnonzero(table.items.any(axis=1)), np.flatnonzero(table.items.any(axis=0))
    at = np.ix_(rows, columns)
    items = table.items[at]
    return _Found(
        _labels(truth, rows),
        _labels(prediction, columns),
        items,
        items if table.weights is None else table.weights[at],
    )


def _labels(column: Column, codes: NDArray[np.intp]) -> list[Label]:
    labels = column.labels
    return [labels[code] for code in codes.tolist()]


def _refuse_many(column: Column, what: str, start: int, stop: int, declared: tuple[Label, ...] | None) -> None:
    """Refuse a column with so many labels that counting had to stop."""
    if declared is not None:
        check_declared(_labels(column, np.unique(column.codes(start, stop))), declared, what)
    check_size(len(column.labels) - UNSEEN, at_least=True)


def _settled(found: _Found, missing: str) -> tuple[_Found, float]:
    """Refuse, drop or keep the items without a label; return how many, or how much weight, was dropped."""
    rows = np.array([label is not naming.MISSING for label in found.truth])
    columns = np.array([label is not naming.MISSING for label in found.prediction])
    if missing == "keep" or (rows.all() and columns.all()):
        return found, 0
    if missing == "refuse":
        number = int(found.items[~rows].sum() + found.items[np.ix_(rows, ~columns)].sum())
        raise ValueError(
            f"{number} of {int(found.items.sum())} items have no true or no predicted label (None or NaN); "
            'say missing="drop" to leave them out, or missing="keep" to make them a class of their own.'
        )
    dropped = (found.cells[~rows].sum() + found.cells[np.ix_(rows, ~columns)].sum()).item()
    both = np.ix_(rows, columns)
    kept = _Found(
        [label for label in found.truth if label is not naming.MISSING],
        [label for label in found.prediction if label is not naming.MISSING],
        found.items[both],
        found.cells[both],
    )
    return kept, dropped


def _classes(found: _Found, declared: tuple[Label, ...] | None) -> tuple[Label, ...]:
    if declared is None:
        classes = united(found.truth, found.prediction)
        if not classes:
            raise ValueError("every item has a missing label, so there is nothing to count.")
        check_size(len(classes))
        return classes
    if naming.MISSING in (*found.truth, *found.prediction) and naming.MISSING not in declared:
        declared = (*declared, naming.MISSING)  # by the wish to keep them
    check_declared(found.truth, declared, TRUTH)
    check_declared(found.prediction, declared, PREDICTION)
    return declared
