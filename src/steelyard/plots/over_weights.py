"""Lines of several models over a weight or over the share of a class, and where the best one changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.labels import Label
from steelyard.plots.canvas import Inks, axes_or_new, gridded, plain
from steelyard.plots.line_records import Crossing, ShareLine, SharesRecord, WeightsRecord
from steelyard.plots.marks import (
    AS_IT_IS,
    UNDEFINED,
    better,
    drawable,
    explain,
    isolated,
    look,
    model_names,
    refuse_names,
)
from steelyard.plots.value_records import record_of
from steelyard.shares.what_if_result import WhatIf
from steelyard.show import numbers
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from steelyard.measuring.record import Metric

SIZE = (6.0, 3.8)
"""Inches."""


# Models over the weight of one class.


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
    lines = _draw_lines(ax, record.weights, values, names, record.weights)
    _draw_now(ax, record.now, f"now {numbers.weight(record.now)}")
    _draw_crossings(ax, record.crossings, numbers.weight)
    (name,) = drawable([record.label])
    ax.set_xlim(0, 1)
    ax.set_xlabel(f"weight of {isolated(name)}, the others in proportion", fontsize="small", **AS_IT_IS)
    ax.set_ylabel(f"{record.metric}{better(record.direction)}", fontsize="small", **AS_IT_IS)
    if record.models != (None,):
        explain(ax, _told_lines(lines, values, names), own=own)
    return ax


# Metrics over the share of one class.


TICKS = (1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999)
COMMON = (0.001, 0.999)
"""Shares that are shown in any case; rarer ones where something happens there."""


def shares(
    result: WhatIf | SharesRecord, metrics: Iterable[str] | str | None = None, *, ax: Axes | None = None
) -> Axes:
    """Draw metrics over the share of one class, the others keeping their proportions.

    Shares are spaced by their log odds, so that 0.1 % and 1 % are as far apart as 99 % and 99.9 %. Rings are where the
    best model changes.

    Parameters
    ----------
    result
        What `sy.shares.what_if` returned, or a `SharesRecord`.
    metrics
        Which of its metrics; if not given, of one model all, if they are at most ten, else the first; of several models
        the first.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> ax = sy.plots.shares(sy.shares.what_if(cm, "fraud", ["accuracy", "macro_precision"]))
    >>> ax.get_xlabel()
    'share of fraud, the others in proportion'
    """
    record = record_of(SharesRecord, result, metrics=metrics)
    own = ax is None
    ax = axes_or_new(ax, SIZE)
    refuse_names(ax, "x")
    ax.set_xscale("logit")
    low, high = _limits(record)
    names = _names(record)
    inside = record.shares[(record.shares >= low) & (record.shares <= high)]
    values = [line.values for line in record.lines]
    lines = _draw_lines(ax, record.shares, values, names, inside)
    _draw_now(ax, record.present, f"now {numbers.share(record.present)}")
    _draw_crossings(ax, record.crossings, numbers.share)
    ticks = [tick for tick in TICKS if low <= tick <= high]
    ax.set_xticks(ticks, [f"{100 * tick:g} %" for tick in ticks])
    ax.set_xticks([], minor=True)
    ax.set_xlim(low, high)
    (name,) = drawable([record.label])
    ax.set_xlabel(f"share of {isolated(name)}, the others in proportion", fontsize="small", **AS_IT_IS)
    ax.set_ylabel(_what(record), fontsize="small", **AS_IT_IS)
    if len(record.lines) > 1:
        explain(ax, _told_lines(lines, values, names), own=own)
    return ax


def _limits(record: SharesRecord) -> tuple[float, float]:
    """Return the shares to show: the common ones, and all at which something happens, with some room."""
    places = [record.present, *(crossing.at for crossing in record.crossings)]
    low, high = min([COMMON[0], *(at / 3 for at in places)]), max([COMMON[1], *(1 - (1 - at) / 3 for at in places)])
    return float(max(low, record.shares[0])), float(min(high, record.shares[-1]))


def _names(record: SharesRecord) -> list[str]:
    """Name each line by what tells it from the others."""
    models = list(dict.fromkeys(line.model for line in record.lines))
    names = dict(zip(models, model_names(models), strict=True))
    if len(record.metrics) == 1:
        return [names[line.model] for line in record.lines]
    return [
        f"{isolated(names[line.model])}, {line.metric}" if len(models) > 1 else line.metric for line in record.lines
    ]


def _what(record: SharesRecord) -> str:
    if len(record.metrics) > 1:
        return "value"
    first: ShareLine = record.lines[0]
    return f"{first.metric}{better(first.direction)}"


# What both kinds of lines are drawn with.


MARKS = 7
"""On each line, so that lines are told apart without colour; those of different lines stand beside each other."""


def _draw_lines(ax: Axes, at: Floats, lines: Sequence[Floats], names: Sequence[str], within: Floats) -> list[Any]:
    """Draw lines and return their artists; `within` are the places among which marks are spread evenly."""
    inks, drawn = Inks.of(ax), []
    refuse_names(ax, "y")
    for k, values in enumerate(lines):
        seen = look(k)
        steps = (np.arange(MARKS) + (k + 0.5) / len(lines)) / MARKS * (len(within) - 1)
        every = np.unique(np.searchsorted(at, within[steps.astype(int)])).tolist()
        (line,) = ax.plot(
            at, values, linestyle=seen.line, linewidth=1.6, markevery=every, label=names[k], zorder=2,
            **seen.marks(inks, 4.5),
        )  # fmt: skip
        drawn.append(line)
    if not any(map(_visible, lines)):
        ax.text(0.5, 0.5, UNDEFINED, transform=ax.transAxes, ha="center", va="center", color=inks.grey)
    gridded(ax, "y")
    plain(ax, "small")
    return drawn


def _visible(values: Floats) -> bool:
    """Return whether there is something of a line: two values beside each other."""
    known = np.isfinite(values)
    return bool((known[1:] & known[:-1]).any())


def _told_lines(drawn: Sequence[Any], lines: Sequence[Floats], names: Sequence[str]) -> list[tuple[Any, str]]:
    """Return what a legend says of lines: their names, and which of them cannot be drawn."""
    return [
        (artist, name if _visible(values) else f"{isolated(name)}, {UNDEFINED}")
        for artist, values, name in zip(drawn, lines, names, strict=True)
    ]


def _draw_now(ax: Axes, at: float, told: str) -> None:
    """Draw a line where things are now, with its name on top."""
    inks = Inks.of(ax)
    ax.axvline(at, color=inks.grey, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    ax.text(
        at, 1.01, told, transform=ax.get_xaxis_transform(), ha="center", va="bottom", fontsize="x-small",
        color=inks.grey,
    )  # fmt: skip


def _draw_crossings(ax: Axes, crossings: Sequence[Crossing], told: Callable[[float], str]) -> None:
    """Ring where the best model changes, and tell the place beside it."""
    inks = Inks.of(ax)
    if not crossings:
        return
    from matplotlib.patheffects import withStroke  # noqa: PLC0415

    ax.plot(
        [crossing.at for crossing in crossings], [crossing.value for crossing in crossings], linestyle="none",
        marker="o", markersize=9, markerfacecolor="none", markeredgecolor=inks.ink, markeredgewidth=1.2, zorder=4,
        label="the best model changes",
    )  # fmt: skip
    for crossing in crossings:
        ax.annotate(
            told(crossing.at), (crossing.at, crossing.value), xytext=(0, 8), textcoords="offset points", ha="center",
            va="bottom", fontsize="x-small", color=inks.ink, zorder=5,
            path_effects=[withStroke(linewidth=2.5, foreground=inks.paper)],
        )  # fmt: skip
