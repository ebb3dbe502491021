"""Declare the metrics of the catalogue: `@rate`, `@combined` and `@whole` around a body, `average_of` without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.measuring.record import Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.record import Kind
    from steelyard.measuring.view import View

Body = Callable[..., "NDArray[Any]"]


def _declare(kind: Kind, **record: Any) -> Callable[[Body], Metric]:
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
