"""Functions of true and predicted labels as bodies of metrics: the labels are counted out for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from steelyard.labels import Label
from steelyard.view import Floats, View


class OfLabels:
    """The body of a metric that counts out labels for a function of true and predicted labels.

    `names` says what the classes are called, by their number.

    Examples
    --------
    >>> from steelyard.view import View
    >>> body = OfLabels(lambda y_true, y_pred: (y_true == y_pred).mean())
    >>> body(View(np.array([[3.0, 1.0], [0.0, 4.0]]), np.ones(2), "exclude", whole_numbers=True))
    array(0.875)
    """

    def __init__(self, function: Callable[..., Any], names: Callable[[int], Sequence[Label]] = range) -> None:
        self.function = function
        self.names = names

    def __call__(self, c: View) -> Floats:
        cells = np.asarray(c.m)
        pairs = np.array(self.names(c.C))[np.indices((c.C, c.C)).reshape(2, -1)]
        values = [
            _one(self.function, np.repeat(pairs, one.astype(np.int64), axis=1)) for one in cells.reshape(-1, c.C * c.C)
        ]
        return np.array(values).reshape(cells.shape[:-2])


def _one(function: Callable[..., Any], labels: Any) -> float:
    given = labels.copy()
    value = np.asarray(function(given[0], given[1]), dtype=np.float64)
    if (given != labels).any():
        raise ValueError("it changes the labels that it is given")
    if value.shape != ():
        raise ValueError(f"it must return one number, but returned shape {value.shape}")
    return float(value)
