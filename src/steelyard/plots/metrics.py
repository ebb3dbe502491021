"""Several metrics of one or several models, with intervals, a row per metric."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from steelyard.plots.canvas import axes_or_new
from steelyard.plots.legend import explain
from steelyard.plots.looks import look
from steelyard.plots.named_axis import name_axis
from steelyard.plots.names import drawable, model_names
from steelyard.plots.points import draw_points, draw_undefined, meanings
from steelyard.plots.records.given import record_of
from steelyard.plots.records.metrics import MetricRow, MetricsRecord
from steelyard.plots.records.point import Point
from steelyard.plots.rows import banded, offsets, row_height
from steelyard.show import numbers
from steelyard.show.how_sure import level
from steelyard.show.metric_names import ARROWS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, MARGIN = 6.4, 1.2
"""Inches."""


def metrics(result: Any, metrics: Iterable[str] | str | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the values of metrics with their intervals: a row per metric, a mark per model.

    An arrow behind a name says in which direction the metric is better, ° that it is as counted, without importance. A
    metric without bounds may run out of the frame, so that it does not squeeze the others; its value then stands there.

    Parameters
    ----------
    result
        What `sy.evaluate` (slices are taken together) or `sy.compare` returned, or a `MetricsRecord`.
    metrics
        Which of its metrics, from the top; all if not given.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.evaluate(sy.Confusion([[8, 2], [10, 80]]), metrics=["accuracy", "balanced_accuracy"])
    >>> ax = sy.plots.metrics(result)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['accuracy° ↑', 'balanced_accuracy ↑']
    """
    record = record_of(MetricsRecord, result, metrics=metrics)
    K, own = len(record.models), ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + row_height(K) * len(record.rows)))
    rows = range(len(record.rows))
    banded(ax, len(rows))
    low, high = _limits(record)
    names, entries = model_names(record.models), []
    for k, (name, shift) in enumerate(zip(names, offsets(K), strict=True)):
        points, places = [row.points[k] for row in record.rows], [row + shift for row in rows]
        marks = draw_points(ax, points, places, look(k), name=name)
        draw_undefined(ax, [at for at, p in zip(places, points, strict=True) if math.isnan(p.value)], look(k))
        _tell_outside(ax, points, places, (low, high), look(k).colour)
        entries += [(marks, name)] if record.models != (None,) else []
    ax.set_xlim(low, high)
    name_axis(ax, "y", rows, [_name(row) for row in record.rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    interval = "" if record.confidence is None else f", with {level(record.confidence)} intervals"
    ax.set_xlabel(f"value{interval}", fontsize="small")
    told = [p for row in record.rows for p in row.points if not math.isinf(p.value)]
    explain(ax, entries + meanings(ax, told), own=own)
    return ax


def _name(row: MetricRow) -> str:
    (name,) = drawable([row.name], 32)
    return f"{name}{'' if row.weighted else '°'} {ARROWS[row.direction]}"


def _limits(record: MetricsRecord) -> tuple[float, float]:
    """Return the ends of the axis: what holds metrics with bounds, at least from 0 to 1; else what holds all."""
    bounded = [row for row in record.rows if row.bounded] or list(record.rows)
    ends = [end for row in bounded for p in row.points for end in (p.value, p.low, p.high) if math.isfinite(end)]
    low, high = min([0.0, *ends]), max([1.0, *ends])
    return low - 0.02 * (high - low), high + 0.02 * (high - low)


def _tell_outside(ax: Axes, points: list[Point], places: list[float], frame: tuple[float, float], colour: str) -> None:
    """Write values that are beyond the frame beside its edge."""
    low, high = frame
    for point, place in zip(points, places, strict=True):
        if low <= point.value <= high or math.isnan(point.value):
            continue
        above = point.value > high
        told = "∞" if math.isinf(point.value) else numbers.value(abs(point.value))
        told = f"−{told}" if point.value < 0 else told
        ax.text(
            0.99 if above else 0.01, place, f"{told} ▸" if above else f"◂ {told}", transform=ax.get_yaxis_transform(),
            ha="right" if above else "left", va="center", color=colour, fontsize="x-small",
        )  # fmt: skip
