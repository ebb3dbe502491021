"""Declare metrics: `@rate`, `@combined`, `@whole` and `average_of`; before them, parameters and their checks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import positions
from steelyard.measuring.pair_values import Distance, EachError, Listed, Named, PairValues
from steelyard.measuring.record import Metric, Parameter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.measuring.record import Body, MetricKind
    from steelyard.measuring.view import View


DISTANCES = {"linear": 1, "quadratic": 2}


def _positive(value: Any, _: Sequence[Label]) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"beta must be a number above 0, not {value!r}.") from None
    if not (math.isfinite(number * number) and number > 0):
        raise ValueError(f"beta must be a number above 0, not {value!r}.")
    return number


def _distance(value: Any, labels: Sequence[Label]) -> PairValues:
    if not isinstance(value, str) or value not in DISTANCES:
        raise ValueError(f'distance must be "linear" or "quadratic", not {value!r}.')
    return Distance(len(labels), DISTANCES[value])


def _numbers(value: Any) -> NDArray[np.float64]:
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"costs must be numbers, not {value!r}.") from None


def _costs(value: Any, labels: Sequence[Label]) -> PairValues:
    C = len(labels)
    if value is None:
        return EachError(C)
    if isinstance(value, Mapping):
        for pair in value:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise ValueError(f"costs must be given by (truth, prediction) pairs, not by {pair!r}.")
        rows, columns = (positions([pair[i] for pair in value], labels) for i in (0, 1))
        costs = np.array([_numbers(cost) for cost in value.values()])
        _check_costs(costs, (len(value),))
        return Named(C, dict(zip(zip(rows, columns, strict=True), costs.tolist(), strict=True)))
    costs = _by_name(value, labels) if hasattr(value, "index") and hasattr(value, "columns") else _numbers(value)
    _check_costs(costs, (C, C))
    return Listed(costs)


def _by_name(table: Any, labels: Sequence[Label]) -> NDArray[np.float64]:
    """Return a data frame's numbers in the order of the classes, which its rows and columns name."""
    costs, C = _numbers(table), len(labels)
    rows, columns = list(table.index), list(table.columns)
    if costs.shape != (C, C) or rows == columns == list(range(C)):  # of the wrong shape, or without names
        return costs
    ordered = np.full((C, C), np.nan)
    ordered[np.ix_(positions(rows, labels), positions(columns, labels))] = costs
    if np.isnan(ordered).any():
        raise ValueError("costs in a data frame must have one row and one column for each class, named by it.")
    return ordered


def _check_costs(costs: NDArray[np.float64], shape: tuple[int, ...]) -> None:
    if costs.shape != shape:
        wanted = f"({shape[0]}, {shape[0]}), one row per true class" if len(shape) == 2 else "one number per pair"
        raise ValueError(f"costs must have the shape {wanted}, not {costs.shape}.")
    if not (np.isfinite(costs).all() and (costs >= 0).all()):
        raise ValueError("costs must be finite and at least 0.")


def _share(value: Any, _: Sequence[Label]) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0 <= number <= 1:
        raise ValueError(f"alpha must be a number from 0 to 1, not {value!r}.")
    return number


ALPHA = Parameter(0.1, "how much a recall above the specificity counts for", _share)
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


# Declare the metrics of the catalogue: `@rate`, `@combined` and `@whole` around a body, `average_of` without one.


def _declare(kind: MetricKind, **record: Any) -> Callable[[Body], Metric]:
    def around(body: Body) -> Metric:
        return Metric(id=body.__name__, body=body, kind=kind, builtin=True, **record)

    return around


def rate(**record: Any) -> Callable[[Body], Metric]:
    """Declare a rate: its body returns one value per class."""
    return _declare("rate", **record)


def combined(**record: Any) -> Callable[[Body], Metric]:
    """Declare a metric built from averages: its body calls `c.mean`."""
    return _declare("combined", **record)


def whole(**record: Any) -> Callable[[Body], Metric]:
    """Declare a metric of the whole matrix: its body returns one value per matrix."""
    return _declare("whole", **record)


def average_of(of: Metric, *, id: str, **record: Any) -> Metric:  # noqa: A002 - the words of the record
    """Declare the average of a rate over the classes."""

    def body(c: View, **parameters: Any) -> NDArray[Any]:
        return c.mean(of, **parameters)

    defaults: dict[str, Any] = {
        "perspective": of.perspective,
        "formula": rf"\sum_i w_i \cdot {of.symbol}",
        "range": of.range,
        "direction": of.direction,
        "undefined": of.undefined,
        "parameters": of.parameters,
    }
    return Metric(id=id, body=body, kind="average", average_of=of.id, builtin=True, **{**defaults, **record})
