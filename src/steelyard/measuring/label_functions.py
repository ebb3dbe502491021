"""Functions that a user brings along, as bodies of metrics: of the counts, or of labels, which are counted out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from steelyard.counts.labels import Label
from steelyard.measuring.view import Floats, View


class OfCounts:
    """The body of a metric that is a plain function of the counts: what it returns must be numbers.

    Examples
    --------
    >>> body = OfCounts(lambda c: None)
    >>> body(View(np.eye(2), np.ones(2), "exclude", whole_numbers=True))
    Traceback (most recent call last):
    ...
    ValueError: it must return numbers, not None
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, c: View) -> Floats:
        value = self.function(c)
        recorded = hasattr(value, "astype") and not isinstance(value, np.ndarray | np.generic)
        return value if recorded else as_numbers(value)  # what is being recorded has no numbers yet


def positive_first(classes: int) -> Sequence[int]:
    """Return labels with 1 first, since functions of labels take 1 for the positive class.

    Examples
    --------
    >>> positive_first(4)
    [1, 0, 2, 3]
    """
    return [1, 0, *range(2, classes)]


class OfLabels:
    """The body of a metric that counts out labels for a function of true and predicted labels.

    `names` says what the classes are called, by their number: the first is 1, the usual positive class, the second 0.

    Examples
    --------
    >>> from steelyard.measuring.view import View
    >>> body = OfLabels(lambda y_true, y_pred: (y_true == y_pred).mean())
    >>> body(View(np.array([[3.0, 1.0], [0.0, 4.0]]), np.ones(2), "exclude", whole_numbers=True))
    array(0.875)
    """

    def __init__(self, function: Callable[..., Any], names: Callable[[int], Sequence[Label]] = positive_first) -> None:
        self.function = function
        self.names = names

    def __call__(self, c: View) -> Floats:
        cells = np.asarray(c.m)
        pairs = np.array(self.names(c.C))[np.indices((c.C, c.C)).reshape(2, -1)]
        with np.errstate(all="ignore"):
            values = [
                _one(self.function, np.repeat(pairs, one.astype(np.int64), axis=1))
                for one in cells.reshape(-1, c.C * c.C)
            ]
        return np.array(values).reshape(cells.shape[:-2])


def _one(function: Callable[..., Any], labels: Any) -> float:
    given = labels.copy()
    value = as_numbers(function(given[0], given[1]))
    if (given != labels).any():
        raise ValueError("it changes the labels that it is given")
    if value.shape != ():
        raise ValueError(f"it must return one number, but returned shape {value.shape}")
    return float(value)


def as_numbers(returned: Any) -> Floats:
    """Return numbers, also truth values and lists of numbers, as floats; refuse all else.

    NumPy would take None for NaN and read numbers from texts.
    """
    given = np.asarray(returned)
    if given.dtype.kind not in "biuf" and not all(isinstance(x, Real | Decimal) for x in given.flat):
        shown = repr(returned)
        raise ValueError(f"it must return numbers, not {shown if len(shown) <= 40 else f'{shown[:40]}…'}")
    return given.astype(np.float64, copy=False)
