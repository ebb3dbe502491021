"""How much of the weight space each model wins, as bars of ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.canvas import axes_or_new, plain
from steelyard.plots.inks import Inks
from steelyard.plots.legend import explain, text_width
from steelyard.plots.named_axis import name_axis, refuse_names
from steelyard.plots.names import AS_IT_IS, drawable
from steelyard.plots.records.given import record_of
from steelyard.plots.records.wins import WinsRecord
from steelyard.plots.shares_told import told_share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, MARGIN, ROW = 6.0, 1.3, 0.36
"""Inches."""

ROOM = 0.85
"""The part of the axes that is left to the bars when the names beside them are laid out, at least."""


def wins(result: Any, *, ax: Axes | None = None) -> Axes:
    """Draw at what share of the weights each model is first, second, and so on; the one that wins most is on top.

    Parameters
    ----------
    result
        What `sy.compare` or its `robustness()` returned, or a `WinsRecord`.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> a, b = sy.Confusion([[8, 2], [10, 80]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> ax = sy.plots.wins(sy.compare({"a": a, "b": b}, metrics="balanced_accuracy"))
    >>> [bar.get_width().round(2) for bar in ax.containers[0]]
    [np.float64(0.75), np.float64(0.25)]
    """
    record = record_of(WinsRecord, result)
    K, own = len(record.models), ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + ROW * K))
    inks = Inks.of(ax)
    if np.isnan(record.ranks).all():
        ax.text(0.5, 0.5, "unknown", transform=ax.transAxes, ha="center", va="center", color=inks.grey)
    refuse_names(ax, "x")
    figure: Any = ax.get_figure(root=True)  # there is one, whoever types it otherwise
    room = ROOM * ax.bbox.width / figure.get_dpi()
    left, entries = np.zeros(K), []
    for rank in range(K):
        # From the strongest blue to almost the ground: an order of lightness, in print as well.
        ground = inks.mixed(1 - 0.85 * rank / max(K - 1, 1), inks.blue)
        share = np.nan_to_num(record.ranks[:, rank])
        bars = ax.barh(range(K), share, left=left, height=0.72, color=[ground], label=f"rank {rank + 1}")
        for row in np.flatnonzero(share).tolist():
            told = told_share(float(share[row]), exact=record.exact)
            if share[row] * room > text_width(told, "x-small"):
                ax.text(
                    left[row] + share[row] / 2, row, told, ha="center", va="center", fontsize="x-small",
                    color=inks.on(ground),
                )  # fmt: skip
        left += share
        if rank in _told(K):
            entries.append((bars[0], f"rank {rank + 1}"))
    _finish(ax, record, inks)
    explain(ax, entries, own=own)
    return ax


def _told(K: int) -> set[int]:
    """Return the ranks that the legend names: of many, the ends and the middle."""
    return set(range(K)) if K <= 4 else {0, K // 2, K - 1}


def _finish(ax: Axes, record: WinsRecord, inks: Inks) -> None:
    K = len(record.models)
    name_axis(ax, "y", range(K), drawable(record.models))
    ax.set_ylim(K - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    which = f"the weights that agree with {record.said}" if record.said else "all class weights"
    errors = record.errors[np.isfinite(record.errors)]
    sure = f", standard error {100 * float(errors.max()):.1g} %" if errors.size and errors.max() else ""
    ax.set_xlabel(f"share of {which}, by {record.metric}{sure}", fontsize="small", **AS_IT_IS)
    plain(ax, "small", rows=True)
    ax.spines["bottom"].set_color(inks.light)
