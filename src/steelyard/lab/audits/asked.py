"""What the user wants audited, as a metric: a name, a metric, a function of the counts, or one of two label columns."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from steelyard.lab.audits.subject import MetricFails
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.label_functions import OfCounts, OfLabels
from steelyard.measuring.record import Direction, Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import View
from steelyard.type_names import Integers

PROBE = 4, 3
"""Matrices and classes on which a plain function is looked at: different numbers, so that shapes tell."""


AMOUNTS = (0.25, 0.5, 1.0)
"""Shares of a class that are wrong in the matrices beside which a perfect one must be better: from few to all."""

AGREED = 0.75
"""The share of these matrices that must say the same of which values are better."""


def asked(given: Any, direction: Direction | None = None, classes: int = 2) -> Metric:
    """Return the metric that is meant.

    A function with one argument gets the counts as a metric's body does (`c.t`, `c.p`, `c.tp`, `c.m`, …); one with two
    gets true and predicted labels, as scikit-learn's do. Which of its values are better may be said; if not, it is seen
    from a perfect matrix beside others of so many classes.

    Examples
    --------
    >>> asked("f1").id
    'f'
    >>> def hits(y_true, y_pred):
    ...     return (y_true == y_pred).mean()
    >>> asked(hits)([[8, 2], [10, 80]])
    0.88
    """
    if direction is not None and direction not in get_args(Direction):
        raise ValueError(f"direction must be 'higher' or 'lower', whichever values are better, not {direction!r}.")
    if isinstance(given, str | Metric):
        return _as_declared(registry[given] if isinstance(given, str) else given, direction)
    if not callable(given):
        raise ValueError(f"audit a metric by its name, a metric, or a function, not {given!r}.")
    needed = _needed(given)
    if needed not in (1, 2):
        raise ValueError(
            f"a function to audit takes the counts, or true and predicted labels; {_name(given)!r} needs {needed} "
            "arguments."
        )
    body = OfCounts(given) if needed == 1 else OfLabels(given)
    metric = Metric(
        id=_name(given),
        title=_title(given),
        body=body,
        range=(-np.inf, np.inf),
        undefined=undeclared,
        reference="a function of the user's own",
    )
    metric = metric if needed == 2 else replace(metric, kind=_kind(body))
    return replace(metric, direction=direction or _seen(metric, classes))


def _as_declared(metric: Metric, direction: Direction | None) -> Metric:
    if direction not in (None, metric.direction):
        raise ValueError(
            f"the metric {metric.name!r} is declared so that {metric.direction} values are better, not {direction}; "
            "direction is for functions that declare nothing."
        )
    return metric


def _needed(function: Callable[..., Any]) -> int:
    try:
        arguments = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise ValueError(f"the arguments of {function!r} cannot be seen; wrap it in a function.") from None
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(argument.kind in places and argument.default is argument.empty for argument in arguments)


def _name(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _title(function: Callable[..., Any]) -> str:
    doc = (function.__doc__ or "").strip().splitlines()
    return doc[0].rstrip(".") if doc and len(doc[0]) < 60 else _name(function).replace("_", " ")


def _kind(body: Callable[..., Any]) -> Any:
    """Return what kind of metric a body is: by the shape it returns, and by whether the relevance changes it."""
    many, C = PROBE
    cells = np.arange(1.0, many * C * C + 1).reshape(many, C, C)
    cells.flags.writeable = False
    try:
        one, other = (_returned(body, cells, relevance) for relevance in (np.ones(C), np.arange(1.0, C + 1)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever a user's function raises: it is told with a matrix, elsewhere
        return "whole"
    if one.shape == (many, C):
        return "rate"
    return "whole" if np.array_equal(one, other, equal_nan=True) else "combined"


def _returned(body: Callable[..., Any], cells: Any, relevance: Any) -> Any:
    """Return what a body gives, infinite values as they are."""
    with np.errstate(all="ignore"):
        return np.asarray(body(View(cells, relevance, "exclude", whole_numbers=True)))


def _seen(metric: Metric, classes: int) -> Direction:
    """Return which values are better, as a perfect matrix has better ones than others of the same class sizes.

    The one with the fewest errors decides if most others agree. An infinite value is a value.
    """
    best, *others = (_value(metric, m) for m in _from_perfect_to_all_wrong(classes))
    # 1 where the perfect value is larger, −1 where it is smaller; nothing where they are the same, or there is none.
    signs = [1 if best > other else -1 for other in others if not _alike(best, other)]
    if not signs or signs.count(signs[0]) < AGREED * len(signs):
        raise ValueError(
            f"whether higher or lower values of {metric.id!r} are better cannot be seen from a perfect matrix; "
            "say direction 'higher' or 'lower'."
        )
    return "higher" if signs[0] > 0 else "lower"


def _from_perfect_to_all_wrong(classes: int) -> list[Integers]:
    """Return matrices of the same class sizes; errors in one class, each in turn, then in all; few of them first."""
    sizes = np.arange(classes + 1, 1, -1)
    right = np.diag(sizes)
    every = np.eye(classes, dtype=np.int64)
    found = [right]
    for share in AMOUNTS:
        for where in [*every, every.sum(axis=0)]:
            wrong = np.diag(np.ceil(share * sizes).astype(np.int64) * where)
            found.append(right - wrong + np.roll(wrong, 1, axis=1))
    return found


def _value(metric: Metric, m: Integers) -> float:
    """Return the value at one matrix, infinite or not; of the first class for a rate."""
    cells = m[None].astype(np.float64)
    cells.flags.writeable = False
    try:
        return float(_returned(metric.body, cells, np.ones(len(m))).reshape(-1)[0])
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise MetricFails(metric, m, error) from error


def _alike(a: float, b: float) -> bool:
    return math.isnan(a) or math.isnan(b) or math.isclose(a, b, rel_tol=1e-12)
