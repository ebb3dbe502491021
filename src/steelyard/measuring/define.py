"""Declare metrics: `@rate`, `@combined`, `@whole` and `average_of` in the catalogue, `@sy.metric` for your own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any, get_args, overload

import numpy as np

from steelyard.counts.labels import Label
from steelyard.measuring.conditions import Condition, undeclared
from steelyard.measuring.parameters import Parameter
from steelyard.measuring.record import Body, Direction, Metric, MetricKind, Perspective
from steelyard.measuring.registry import metrics
from steelyard.measuring.view import Floats, View

if TYPE_CHECKING:
    from steelyard.type_names import Range


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
    defaults: dict[str, Any] = {
        "perspective": of.perspective,
        "formula": rf"\sum_i w_i \cdot {of.symbol}",
        "range": of.range,
        "direction": of.direction,
        "undefined": of.undefined,
        "parameters": of.parameters,
    }
    return Metric(
        id=id,
        body=partial(View.mean, rate=of),
        kind="average",
        average_of=of.id,
        builtin=True,
        **{**defaults, **record},
    )


# Metrics of the user's own.


OwnFunction = Callable[..., Any]


@overload
def metric(body: OwnFunction, /) -> Metric: ...
@overload
def metric(
    *,
    id: str | None = ...,
    title: str = ...,
    per_class: bool = ...,
    averages: bool = ...,
    perspective: Perspective = ...,
    symbol: str = ...,
    formula: str = ...,
    range: Range | Callable[..., Range] = ...,
    direction: Direction = ...,
    undefined: Callable[..., Any] | None = ...,
    reference: str = ...,
    aliases: tuple[str, ...] = ...,
    parameters: Mapping[str, Parameter] | None = ...,
) -> Callable[[OwnFunction], Metric]: ...
def metric(
    body: OwnFunction | None = None,
    /,
    *,
    id: str | None = None,  # noqa: A002 - the word of the record
    title: str = "",
    per_class: bool = False,
    averages: bool = False,
    **record: Any,
) -> Metric | Callable[[OwnFunction], Metric]:
    """Make a metric of your own from a function of the counts; from then on it works everywhere.

    The function gets a `View`: `c.t`, `c.p`, `c.tp`, `c.n`, `c.fn`, `c.fp`, `c.tn`, the cells `c.m`, `c.total(x)` to
    sum over classes and `c.mean(rate)` to average a rate under the importance. It returns arithmetic on them.

    Parameters
    ----------
    id, title
        Name in the registry (the function's name) and in tables (its docstring's first line).
    per_class
        The function returns one value per class; `sy.measure(…, average=True)` averages it.
    averages
        The function calls `c.mean` and so follows the importance by itself.
    range, direction
        Least and greatest possible value, and whether "higher" or "lower" is better.
    undefined
        A function of the counts that says where the value is undefined; if not given, wherever it is not finite.

    Further arguments of the function need a default; they become parameters of the metric.

    Examples
    --------
    >>> import steelyard as sy
    >>> @sy.metric(range=(0, 1), direction="lower")
    ... def miss_rate(c):
    ...     "Share of items that were missed."
    ...     return c.total(c.fn) / c.n
    >>> round(sy.metrics.miss_rate(sy.Confusion([[8, 2], [10, 80]])), 2)
    0.12
    """

    def register(function: OwnFunction) -> Metric:
        doc = (function.__doc__ or "").strip().splitlines()
        return metrics.add(
            Metric(
                id=id or function.__name__,
                title=title or (doc[0].rstrip(".") if doc else function.__name__.replace("_", " ")),
                body=function,
                kind="rate" if per_class else "combined" if averages else "whole",
                **_checked_record(function, record),
            )
        )

    return register if body is None else register(body)


def _checked_record(function: OwnFunction, record: Mapping[str, Any]) -> dict[str, Any]:
    """Refuse what a record cannot say; declare the body's own arguments as parameters."""
    checked = {name: value for name, value in record.items() if value is not None}
    unknown = set(checked) - {field.name for field in fields(Metric)}
    if unknown:
        raise ValueError(f"a metric's record has no field {min(unknown)!r}.")
    for name, words in (("direction", get_args(Direction)), ("perspective", get_args(Perspective))):
        if checked.get(name, words[0]) not in words:
            raise ValueError(f"{name} must be one of {', '.join(words)}, not {checked[name]!r}.")
    limits = checked.get("range", (0.0, 1.0))
    if not callable(limits) and not (
        isinstance(limits, tuple | list) and len(limits) == 2 and all(isinstance(x, int | float) for x in limits)
        and limits[0] < limits[1]
    ):  # fmt: skip
        raise ValueError(f"range must be the least and the greatest possible value, as in (0, 1), not {limits!r}.")
    if isinstance(checked.get("aliases", ()), str):
        raise ValueError(f"aliases must be a list of names, not the text {checked['aliases']!r}.")
    undefined = checked.setdefault("undefined", undeclared)
    if not isinstance(undefined, Condition):
        if not callable(undefined):
            raise ValueError(f"undefined must be a function of the counts that says where, not {undefined!r}.")
        checked["undefined"] = Condition("its definition says so", undefined)
    declared = checked.get("parameters", {})
    checked["parameters"] = {**_own_parameters(function, set(declared)), **declared}
    return checked


def _own_parameters(function: OwnFunction, declared: set[str]) -> dict[str, Parameter]:
    every = list(inspect.signature(function).parameters.values())[1:]
    arguments = [argument for argument in every if argument.name not in declared]
    for argument in arguments:
        if argument.default is argument.empty:
            raise ValueError(f"the argument {argument.name!r} of {function.__name__!r} needs a default value.")
    return {
        argument.name: Parameter(argument.default, "an argument of its function", lambda value, _: value)
        for argument in arguments
    }


# Functions that a user brings along, as bodies of metrics: of the counts, or of labels, which are counted out.


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
