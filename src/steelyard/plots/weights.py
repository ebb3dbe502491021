"""Models over the weight of one class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.counts.labels import Label
from steelyard.plots.canvas import axes_or_new
from steelyard.plots.curves import draw_crossings, draw_lines, draw_now, told_lines
from steelyard.plots.legend import explain
from steelyard.plots.named_axis import refuse_names
from steelyard.plots.names import AS_IT_IS, better, drawable, isolated, model_names
from steelyard.plots.records.given import record_of
from steelyard.plots.records.weights import WeightsRecord
from steelyard.show import numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from steelyard.measuring.record import Metric

SIZE = (6.0, 3.8)
"""Inches."""


def weights(
    data: Any,
    label: Label = None,
    metric: str | Metric | None = None,
    importance: Any = None,
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw a metric over the weight of one class, from 0 to 1, the others keeping their proportions.

    Rings are where the best model changes. A model without values, as undefined="nan" may leave it, is said to be so.

    Parameters
    ----------
    data
        A `Joint`, a `Confusion` of one model or a stack along "model", what `sy.evaluate` or `sy.compare` returned, or
        a `WeightsRecord`.
    label
        The class.
    metric
        A metric that averages over the classes; if not given, balanced accuracy, or that of the result.
    importance
        What the other classes weigh beside each other, and this one now; if not given, that of the result, or alike.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> a, b = sy.Confusion([[8, 2], [10, 80]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> record = sy.plots.WeightsRecord.of(sy.Confusion.of_models({"a": a, "b": b}), "fraud")
    >>> [(crossing.below, round(crossing.at, 3), crossing.above) for crossing in record.crossings]
    [('b', 0.25, 'a')]
    >>> ax = sy.plots.weights(record)
    """
    record = record_of(WeightsRecord, data, label=label, metric=metric, importance=importance)
    own = ax is None
    ax = axes_or_new(ax, SIZE)
    refuse_names(ax, "x")
    names = model_names(record.models)
    values = list(record.values.T)
    lines = draw_lines(ax, record.weights, values, names, record.weights)
    draw_now(ax, record.now, f"now {numbers.weight(record.now)}")
    draw_crossings(ax, record.crossings, numbers.weight)
    (name,) = drawable([record.label])
    ax.set_xlim(0, 1)
    ax.set_xlabel(f"weight of {isolated(name)}, the others in proportion", fontsize="small", **AS_IT_IS)
    ax.set_ylabel(f"{record.metric}{better(record.direction)}", fontsize="small", **AS_IT_IS)
    if record.models != (None,):
        explain(ax, told_lines(lines, values, names), own=own)
    return ax
