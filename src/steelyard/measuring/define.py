"""Declare metrics: `@rate`, `@combined`, `@whole` and `average_of` in the catalogue, `@sy.metric` for your own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, get_args, overload

from steelyard.measuring.conditions import Condition, undeclared
from steelyard.measuring.parameters import Parameter
from steelyard.measuring.record import Direction, Metric, Perspective
from steelyard.measuring.registry import metrics
from steelyard.measuring.view import View

if TYPE_CHECKING:
    from steelyard.measuring.record import Body, MetricKind
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
