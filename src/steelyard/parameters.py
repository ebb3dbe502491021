"""Parameters of metrics and their checks, each declared once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.labels import find
from steelyard.record import Parameter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.labels import Label

DISTANCES = {"linear": 1, "quadratic": 2}


def _positive(value: Any, _: Sequence[Label]) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"beta must be a number above 0, not {value!r}.") from None
    if not (math.isfinite(number * number) and number > 0):
        raise ValueError(f"beta must be a number above 0, not {value!r}.")
    return number


def _distance(value: Any, labels: Sequence[Label]) -> NDArray[np.float64]:
    if not isinstance(value, str) or value not in DISTANCES:
        raise ValueError(f'distance must be "linear" or "quadratic", not {value!r}.')
    place = np.arange(len(labels), dtype=np.float64)
    distance: NDArray[np.float64] = np.abs(place[:, None] - place) ** DISTANCES[value]
    return distance


def _numbers(value: Any) -> NDArray[np.float64]:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"costs must be numbers, not {value!r}.") from None


def _costs(value: Any, labels: Sequence[Label]) -> NDArray[np.float64]:
    C = len(labels)
    if value is None:
        return 1.0 - np.eye(C)
    if isinstance(value, Mapping):
        costs = np.zeros((C, C))
        for pair, cost in value.items():
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise ValueError(f"costs must be given by (truth, prediction) pairs, not by {pair!r}.")
            costs[find(pair[0], labels), find(pair[1], labels)] = _numbers(cost)
    else:
        costs = _numbers(value)
    if costs.shape != (C, C):
        raise ValueError(f"costs must have the shape ({C}, {C}), one row per true class, not {costs.shape}.")
    if not (np.isfinite(costs).all() and (costs >= 0).all()):
        raise ValueError("costs must be finite and at least 0.")
    return costs


BETA = Parameter(1.0, "how many times as much recall counts as precision", _positive)
DISTANCE = Parameter(
    "quadratic", 'how an error grows with the distance of the classes: "linear" or "quadratic"', _distance
)
COSTS = Parameter(
    None,
    "cost of each (truth, prediction): a C × C matrix or {(truth, prediction): cost}, pairs not named cost 0; "
    "if not given, every error costs 1",
    _costs,
)
