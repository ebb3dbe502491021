"""How each metric of the user's matrix would move: a row per metric, bars for class shares, marks for added classes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from steelyard.plots.canvas import axes_or_new, plain
from steelyard.plots.colours import DISTINCT, GREY, LIGHT, shades
from steelyard.plots.inks import Inks
from steelyard.shares.distortion.result import Distortions, MetricDistortion, Shift, times
from steelyard.show.names import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW, MARGIN, WIDTH = 0.24, 1.8, 8.0
"""Inches: the height of a row, of what is above and below them, and the width."""

THIN, THICK = 0.28, 0.72
NAME = 14
"""Columns of a class's name."""


def distortion_plot(found: Distortions, ax: Axes | None = None) -> Axes:
    """Draw how far each metric would move, the most distorted on top.

    A bar reaches from the lowest to the highest value over all classes, for each factor; a diamond stands where it
    would be with the most added classes. At the right: the class and the factor, or the classes, that move it most.

    Parameters
    ----------
    found
        What `distortions` returned.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> from steelyard.shares.distortion import distortions
    >>> from steelyard.plots.distortion import distortion_plot
    >>> ax = distortion_plot(distortions([[8, 2], [10, 90]], ["accuracy", "balanced_accuracy"]))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['accuracy', 'balanced_accuracy']
    """
    known = [one for one in found.metrics if not math.isnan(one.part)]
    own = ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + ROW * len(known)))
    rising = [factor for factor in found.factors if factor > 1]
    for k, (factor, shade) in enumerate(zip(reversed(rising), reversed(shades(len(rising))), strict=True)):
        height = THIN + (THICK - THIN) * (len(rising) - 1 - k) / max(len(rising) - 1, 1)
        ends = [_ends(one, factor) for one in known]
        ax.barh(
            range(len(known)),
            [high - low for low, high in ends],
            left=[low for low, _ in ends],
            height=height,
            color=shade,
            label=f"a class {times(factor)} or {times(1 / factor)}",
        )
    ax.axvline(0, color=GREY, linewidth=0.8, zorder=0.5)
    _mark_added(found, known, ax)
    _mark_robust(known, ax)
    _fit(known, ax)
    _name_rows(found, known, ax)
    _explain(ax, outside=own)
    return ax


def _ends(one: MetricDistortion, factor: float) -> tuple[float, float]:
    """Return the least and the greatest move with one factor, in percent of the metric's range, 0 among them."""
    moves = [
        100 * shift.change / one.scale
        for shift in one.shares
        if shift.factor in (factor, 1 / factor) and not math.isnan(shift.change)
    ]
    return min([0.0, *moves]), max([0.0, *moves])


def _mark_added(found: Distortions, known: list[MetricDistortion], ax: Axes) -> None:
    if not found.added:
        return
    places = [(i, one.classes[-1]) for i, one in enumerate(known) if not math.isnan(one.classes[-1].change)]
    ax.plot(
        [100 * shift.change / known[i].scale for i, shift in places],
        [i for i, _ in places],
        linestyle="none",
        marker="D",
        markersize=4.5,
        markerfacecolor=DISTINCT[1],
        markeredgecolor="white",
        markeredgewidth=0.6,
        label=f"{found.added[-1]} more class{'es' if found.added[-1] > 1 else ''}",
        zorder=3,
    )


def _mark_robust(known: list[MetricDistortion], ax: Axes) -> None:
    still = [i for i, one in enumerate(known) if one.robust_to_shares]
    if still:
        ax.plot(
            [0] * len(still),
            still,
            linestyle="none",
            marker="|",
            markersize=13,
            markeredgewidth=2,
            color="black",
            label="does not move with shares",
            zorder=2,
        )


def _name_rows(found: Distortions, known: list[MetricDistortion], ax: Axes) -> None:
    names = dict(zip(found.moved, shortened(found.moved, NAME), strict=True))
    ax.set_yticks(range(len(known)), [_name(one) for one in known])
    ax.set_ylim(len(known) - 0.4, -0.6)
    right = ax.secondary_yaxis("right")
    right.set_yticks(range(len(known)), [_furthest(one, names) for one in known])
    right.tick_params(length=0, labelsize=7, labelcolor=GREY)
    right.spines["right"].set_visible(False)
    ax.text(1.01, 1.0, "moved most by", transform=ax.transAxes, fontsize=7, color=GREY, va="bottom")
    ax.set_xlabel(
        "change of the metric if class shares, or the number of classes, were others (% of its range)", fontsize=8
    )
    ax.grid(axis="x", color=LIGHT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain(ax)
    ax.tick_params(axis="y", length=0)


def _name(one: MetricDistortion) -> str:
    return one.metric.name if one.bounded else f"{one.metric.name}, % of its value"


def _fit(known: list[MetricDistortion], ax: Axes) -> None:
    """Let metrics without bounds, which may move by any percentage, run out of the frame rather than squeeze others."""
    moves = [
        100 * shift.change / one.scale
        for one in known
        for shift in (*one.shares, *one.classes)
        if one.bounded and not math.isnan(shift.change)
    ]
    if moves and any(moves):
        low, high = min([0.0, *moves]), max([0.0, *moves])
        ax.set_xlim(low - 0.05 * (high - low), high + 0.05 * (high - low))


def _furthest(one: MetricDistortion, names: dict[object, str]) -> str:
    """Return what moves a metric most: "fraud ×10", or "+3"."""
    shifts: list[Shift] = [shift for shift in (one.fall, one.rise, *one.classes) if shift is not None and shift.change]
    if not shifts:
        return "nothing"
    most = max((shift for shift in shifts if not math.isnan(shift.change)), key=lambda shift: abs(shift.change))
    return f"+{most.added} classes" if most.factor is None else f"{names[most.label]} {times(most.factor)}"


def _explain(ax: Axes, *, outside: bool) -> None:
    """Say what the bars and marks are: below the axes, where the figure is ours, else inside them."""
    handles, labels = ax.get_legend_handles_labels()
    figure = ax.get_figure(root=True)
    if outside and figure is not None:
        figure.legend(handles, labels, fontsize=7, frameon=False, loc="outside lower center", ncols=3, markerscale=0.6)
    else:
        inks = Inks.of(ax)  # as in legend.py: what it lies on must not be seen between the letters
        ax.legend(fontsize=7, facecolor=inks.paper, edgecolor=inks.light, framealpha=0.9, loc="best")
