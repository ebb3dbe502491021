"""Metrics over the share of one class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steelyard.plots.canvas import axes_or_new
from steelyard.plots.curves import draw_crossings, draw_lines, draw_now, told_lines
from steelyard.plots.legend import explain
from steelyard.plots.named_axis import refuse_names
from steelyard.plots.names import AS_IT_IS, better, drawable, isolated, model_names
from steelyard.plots.records.given import record_of
from steelyard.plots.records.shares import ShareLine, SharesRecord
from steelyard.shares.what_ifs.result import WhatIf
from steelyard.show import numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (6.0, 3.8)
"""Inches."""

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
    lines = draw_lines(ax, record.shares, values, names, inside)
    draw_now(ax, record.present, f"now {numbers.share(record.present)}")
    draw_crossings(ax, record.crossings, numbers.share)
    ticks = [tick for tick in TICKS if low <= tick <= high]
    ax.set_xticks(ticks, [f"{100 * tick:g} %" for tick in ticks])
    ax.set_xticks([], minor=True)
    ax.set_xlim(low, high)
    (name,) = drawable([record.label])
    ax.set_xlabel(f"share of {isolated(name)}, the others in proportion", fontsize="small", **AS_IT_IS)
    ax.set_ylabel(_what(record), fontsize="small", **AS_IT_IS)
    if len(record.lines) > 1:
        explain(ax, told_lines(lines, values, names), own=own)
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
