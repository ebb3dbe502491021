"""What the user wants audited, as a metric: a name, a metric, a function of the counts, or one of two label columns."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.conditions import undeclared
from steelyard.label_functions import OfLabels
from steelyard.record import Metric
from steelyard.registry import metrics as registry
from steelyard.view import View

PROBE = 4, 3
"""Matrices and classes on which a plain function is looked at: different numbers, so that shapes tell."""


def asked(given: Any) -> Metric:
    """Return the metric that is meant.

    A function with one argument gets the counts as a metric's body does (`c.t`, `c.p`, `c.tp`, `c.m`, …); one with two
    gets true and predicted labels, as scikit-learn's do. Which of its values are better is seen from a perfect matrix.

    Examples
    --------
    >>> asked("f1").id
    'f'
    >>> def hits(y_true, y_pred):
    ...     return (y_true == y_pred).mean()
    >>> asked(hits)([[8, 2], [10, 80]])
    0.88
    """
    if isinstance(given, str):
        return registry[given]
    if isinstance(given, Metric):
        return given
    if not callable(given):
        raise ValueError(f"audit a metric by its name, a metric, or a function, not {given!r}.")
    needed = _needed(given)
    if needed not in (1, 2):
        raise ValueError(
            f"a function to audit takes the counts, or true and predicted labels; {_name(given)!r} needs {needed} "
            "arguments."
        )
    body = given if needed == 1 else OfLabels(given)
    metric = Metric(
        id=_name(given),
        title=_title(given),
        body=body,
        range=(-np.inf, np.inf),
        undefined=undeclared,
        reference="a function of the user's own",
    )
    return _directed(metric if needed == 2 else replace(metric, kind=_kind(body)))


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
    with np.errstate(divide="ignore", invalid="ignore"):
        try:
            one, other = (
                np.asarray(body(View(cells, relevance, "exclude", whole_numbers=True)))
                for relevance in (np.ones(C), np.arange(1.0, C + 1))
            )
        except Exception:  # noqa: BLE001 - whatever a user's function raises; the audit then says on which matrix
            return "whole"
    if one.shape == (many, C):
        return "rate"
    return "whole" if np.array_equal(one, other, equal_nan=True) else "combined"


def _directed(metric: Metric) -> Metric:
    """Return the metric with the direction in which a perfect matrix is better than one that is all wrong."""
    perfect = np.diag([3, 2])
    try:
        right, wrong = (float(np.ravel(metric(m))[0]) for m in (perfect, perfect[:, ::-1]))
    except Exception:  # noqa: BLE001 - as above
        return metric
    return replace(metric, direction="lower") if right < wrong else metric
