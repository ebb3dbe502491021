"""Values with intervals, a row each: one rate of each class, or several metrics."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.canvas import Inks, axes_or_new
from steelyard.plots.marks import (
    AS_IT_IS,
    banded,
    draw_points,
    draw_undefined,
    drawable,
    explain,
    look,
    meanings,
    model_names,
    name_axis,
    offsets,
    row_height,
)
from steelyard.plots.value_records import ClassesRecord, ClassOrder, MetricRow, MetricsRecord, Point, record_of
from steelyard.show import numbers
from steelyard.show.how_sure import level
from steelyard.show.names import ARROWS
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from steelyard.evaluation.evaluate import Evaluation


WIDTH, MARGIN = 6.4, 1.2
"""Inches."""


def classes(
    result: Evaluation | ClassesRecord,
    rate: str | None = None,
    *,
    order: ClassOrder | None = None,
    most: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a rate of every class, with intervals: a row per class, a mark per model.

    At the right, how many items the class has (from the fewest to the most, if the models have different ones), and its
    weight.

    Parameters
    ----------
    result
        What `sy.evaluate` returned (slices are taken together), or a `ClassesRecord`.
    rate
        "recall" (if not given), "precision", "f" or "specificity".
    order
        By "importance", the most important class on top (if not given); by "value", the worst on top; or by "label".
    most
        How many classes are shown: the most important; of those that matter alike, the worst. If not given, 40, of
        more than four models fewer.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.evaluate(sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"]), importance="rarity")
    >>> ax = sy.plots.classes(result)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['fraud', 'ok']
    """
    record = record_of(ClassesRecord, result, rate=rate, order=order, most=most)
    K, own = len(record.models), ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + row_height(K) * len(record.labels)))
    rows = range(len(record.labels))
    banded(ax, len(rows))
    names, entries = model_names(record.models), []
    for k, (name, shift) in enumerate(zip(names, offsets(K), strict=True)):
        points, places = [of_class[k] for of_class in record.points], [row + shift for row in rows]
        marks = draw_points(ax, points, places, look(k), name=name)
        draw_undefined(ax, [at for at, p in zip(places, points, strict=True) if not p.defined], look(k))
        entries += [(marks, name)] if record.models != (None,) else []
    ax.set_xlim(-0.02, 1.02)
    _name_rows(ax, record)
    interval = "" if record.confidence is None else f", with {level(record.confidence)} intervals"
    ax.set_xlabel(f"{record.rate} of each class{interval}", fontsize="small", **AS_IT_IS)
    explain(ax, entries + meanings(ax, [p for of_class in record.points for p in of_class]), own=own)
    return ax


def _name_rows(ax: Axes, record: ClassesRecord) -> None:
    """Name the classes at the left; at the right, how many items they have and what they weigh."""
    inks, rows = Inks.of(ax), range(len(record.labels))
    name_axis(ax, "y", rows, drawable(record.labels))
    ax.set_ylim(len(rows) - 0.5, -0.5)
    right = ax.secondary_yaxis("right")
    beside = [f"{_items(n)} · {numbers.weight(w)}" for n, w in zip(record.support, record.weights, strict=True)]
    right.set_yticks(rows, beside, **AS_IT_IS)
    right.tick_params(length=0, labelsize="x-small", labelcolor=inks.grey)
    right.spines["right"].set_visible(False)
    ax.text(1.01, 1.0, "items · weight", transform=ax.transAxes, fontsize="x-small", color=inks.grey, va="bottom")
    if record.hidden:
        ax.set_ylabel(f"{len(rows)} of {len(rows) + record.hidden:,} classes", fontsize="small")


def _items(support: Floats) -> str:
    """Write how many items of a class there are; from the fewest to the most, if the models have different ones."""
    fewest, most = float(support.min()), float(support.max())
    alike = np.isclose(fewest, most)
    return numbers.count(most) if alike else f"{numbers.count(fewest)}–{numbers.count(most)}"


# Several metrics of one or several models, with intervals, a row per metric.


def metrics(result: Any, metrics: Iterable[str] | str | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the values of metrics with their intervals: a row per metric, a mark per model.

    An arrow behind a name says in which direction the metric is better, ° that it goes by items, without importance. A
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
