"""Scores of stated probabilities, log loss and Brier score, with the classes weighed by importance.

They are no functions of the counts; but each is a mean over items within a class, weighed over classes like any rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.read.amounts import checked_weights
from steelyard.counts.read.bins import SUM_ROUNDING as SUM_ROUNDING  # noqa: PLC0414 - public here, too
from steelyard.counts.read.bins import clipped, distance_share
from steelyard.counts.read.containers import encode, is_a
from steelyard.importance import as_importance, prevalence

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.labels import Label


class _Classes(NamedTuple):
    labels: tuple[Label, ...]
    support: NDArray[np.float64]


def log_loss(
    y_true: Any,
    probabilities: ArrayLike,
    labels: Iterable[Any],
    importance: Any = None,
    weights: ArrayLike | None = None,
) -> float:
    """Return the mean of −log(probability given to the true class); lower is better, infinite for a stated 0.

    Parameters
    ----------
    y_true
        The true label of each item.
    probabilities
        One row per item, one column per class.
    labels
        The class of each column.
    importance
        How much each class matters; if not given, every item counts alike (importance "prevalence").
    weights
        One weight per item.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.decisions.log_loss(["a", "b"], [[0.8, 0.2], [0.4, 0.6]], labels=["a", "b"]), 4)
    0.367
    """
    truth, given, classes, item = _checked(y_true, probabilities, labels, weights)
    with np.errstate(divide="ignore"):
        loss = -np.log(given[np.arange(len(truth)), truth])
    return _weighed(loss, truth, classes, item, importance)


def brier(
    y_true: Any,
    probabilities: ArrayLike,
    labels: Iterable[Any],
    importance: Any = None,
    weights: ArrayLike | None = None,
) -> float:
    """Return the mean squared distance of the probabilities from the truth: 0 (best) to 1 of two classes, to 2 of more.

    Of two classes it is that of the probability of one of them; of more, the sum over all classes.

    Parameters
    ----------
    y_true, probabilities, labels, importance, weights
        As for `log_loss`.

    Examples
    --------
    >>> import steelyard as sy
    >>> round(sy.decisions.brier(["a", "b"], [[0.8, 0.2], [0.4, 0.6]], labels=["a", "b"]), 4)
    0.1
    """
    truth, given, classes, item = _checked(y_true, probabilities, labels, weights)
    right = given[np.arange(len(truth)), truth]
    loss = distance_share(given.shape[1]) * ((given**2).sum(axis=1) - right**2 + (1 - right) ** 2)
    return _weighed(loss, truth, classes, item, importance)


def checked_probabilities(
    probabilities: ArrayLike, classes: int, labels: Sequence[Label] | None = None
) -> NDArray[np.float64]:
    """Return one row of probabilities per item; refuse what does not sum to 1, is below 0, or is no number.

    With labels: refuse also a table whose columns have the names of the classes but stand in another order.
    """
    named = list(getattr(probabilities, "columns", ()))
    if labels is not None and named != list(labels) and set(named) == set(labels):
        raise ValueError(
            f"the columns of probabilities are named {naming.some(named)}, but the classes are, in their order, "
            f"{naming.some(labels)}; put the columns in this order."
        )
    given = as_numbers(probabilities, "probabilities")
    if given.ndim != 2 or given.shape[1] != classes:
        raise ValueError(f"probabilities must have one column per class ({classes}), not the shape {given.shape}.")
    bad = ~(np.isfinite(given) & (given >= -SUM_ROUNDING))
    if bad.any():
        row, column = (int(place) for place in np.unravel_index(bad.argmax(), bad.shape))
        raise ValueError(
            f"probabilities must be finite and at least 0, but row {row} has {given[row, column]:g} in column {column}."
        )
    off = np.abs(given.sum(axis=1) - 1)
    if off.max(initial=0) > SUM_ROUNDING:
        row = int(off.argmax())
        raise ValueError(f"each row of probabilities must sum to 1, but row {row} sums to {given[row].sum():g}.")
    return np.asarray(clipped(given)) if given.min(initial=0) < 0 or given.max(initial=1) > 1 else given


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of logits, one row per item, without an overflow."""
    above = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(above / above.sum(axis=1, keepdims=True))


def log_odds(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each class log(p / (1 − p)) of the softmax p of logits, which rounds to 0 and 1 long before.

    Of two classes, it is the difference of the logits.

    Examples
    --------
    >>> log_odds(np.array([[40.0, 0.0], [900.0, 0.0]])).tolist()
    [[40.0, -40.0], [900.0, -900.0]]
    """
    none = np.full((len(logits), 1), -np.inf)
    before = np.hstack([none, np.logaddexp.accumulate(logits[:, :-1], axis=1)])
    behind = np.hstack([np.logaddexp.accumulate(logits[:, :0:-1], axis=1)[:, ::-1], none])
    with np.errstate(over="ignore"):  # logits as far apart as floats can be
        return np.asarray(logits - np.logaddexp(before, behind))


def as_numbers(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return an array of numbers, NaN where one is masked; refuse anything else by its name."""
    try:
        given = np.asarray(values)
        if given.dtype == object and is_a(values, "pandas", "Series", "DataFrame"):  # NA is no float
            frame: Any = values
            given = frame.to_numpy(dtype=np.float64, na_value=np.nan)
        numbers = None if given.dtype.kind == "c" else given.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers, in rows of equal length if there are several.") from None
    if numbers is None:
        raise ValueError(f"{name} must be real numbers, not complex ones.")
    return np.where(np.ma.getmaskarray(values), np.nan, numbers) if np.ma.isMA(values) else numbers


def _checked(
    y_true: Any,
    probabilities: ArrayLike,
    labels: Iterable[Any],
    weights: ArrayLike | None,
) -> tuple[NDArray[np.intp], NDArray[np.float64], _Classes, NDArray[np.float64]]:
    columns = naming.checked(labels)
    given = checked_probabilities(probabilities, len(columns), columns)
    truth = encode(y_true, columns)
    if len(truth) != len(given):
        raise ValueError(f"there are {len(truth)} true labels but {len(given)} rows of probabilities.")
    if not len(truth):
        raise ValueError("there are no items.")
    item = np.ones(len(truth)) if weights is None else checked_weights(weights, len(truth)).astype(np.float64)
    support = np.bincount(truth, weights=item, minlength=len(columns)).astype(np.float64)
    return truth, given, _Classes(columns, support), item


def _weighed(
    loss: NDArray[np.float64],
    truth: NDArray[np.intp],
    classes: _Classes,
    item: NDArray[np.float64],
    importance: Any,
) -> float:
    w = as_importance(prevalence() if importance is None else importance).weights(classes)
    present = (classes.support > 0) & (w > 0)
    if not present.any():
        raise ValueError("no class that matters has items.")
    total = np.bincount(truth, weights=loss * item, minlength=len(w))
    return float((w[present] * total[present] / classes.support[present]).sum() / w[present].sum())
