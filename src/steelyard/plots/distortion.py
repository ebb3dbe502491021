"""How metrics move with class shares and the number of classes: Mullick et al. 2020, Figure 2, and one's own matrix."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.canvas import DISTINCT, GREY, LIGHT, MARKERS, Inks, axes_or_new, grid_of_axes, plain, shades
from steelyard.shares import hexagon, two_normals
from steelyard.shares.distort_result import Distortions, MetricDistortion, Shift, times
from steelyard.show.names import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from steelyard.measuring.record import Metric
    from steelyard.shares.curves import Curves


PANEL = (4.2, 3.4)
MOST_MARKS = 14
"""Of a drawn curve, beside the line of its closed form."""


def metric_curves_plot(metric: str | Metric, axes: Any = None) -> NDArray[np.object_]:
    """Draw a metric on two axes: the same classifiers on test sets of other class shares, and with other classes added.

    At the left two normal classes and a moving boundary, a line per ratio of class sizes (RRT); at the right three to
    six classes recognised equally well, a line per number of classes. Lines that fall together do not move.
    """
    axes = grid_of_axes(1, 2, (9.0, 3.8)).reshape(-1) if axes is None else np.asarray(axes)
    shares, classes = two_normals.curves(metric), hexagon.curves(metric)
    curves(shares, ax=axes[0])
    curves(classes, ax=axes[1])
    title = shares.metric.title
    axes[0].set_title(f"{title}: the same classifier, other class sizes", fontsize=9, loc="left")
    axes[0].set_xlabel("position of the boundary (right: better)", fontsize=8)
    axes[1].set_title(f"{title}: as good, other numbers of classes", fontsize=9, loc="left")
    axes[1].set_xlabel("share of each class that is recognised", fontsize=8)
    return axes


def curves(result: Curves, ax: Axes | None = None, *, drawn: Curves | None = None, marked: float | None = None) -> Axes:
    """Draw a metric over a made-up problem: a line per class ratio or number of classes, named at its left end.

    Parameters
    ----------
    result
        What `sy.shares.two_normals.curves` or `sy.shares.hexagon.curves` returned.
    ax
        Where to draw; if not given, on a new figure.
    drawn
        The same, counted on drawn points, to be shown as marks.
    marked
        Where to put a thin vertical line.

    Examples
    --------
    >>> import steelyard as sy
    >>> ax = sy.plots.curves(sy.shares.two_normals.curves("precision"), marked=4.0)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('boundary', 'precision')
    """
    ax = axes_or_new(ax, PANEL)
    colours = shades(len(result.lines))
    for i, (line, colour) in enumerate(zip(result.lines, colours, strict=True)):
        ax.plot(result.x[i], result.values[i], color=colour, linewidth=1.6, label=f"{result.by} {line}")
        if drawn is not None:
            every = max(1, len(drawn.x[i]) // MOST_MARKS)
            ax.plot(
                drawn.x[i][::every],
                drawn.values[i][::every],
                linestyle="none",
                color=colour,
                marker=MARKERS[i],
                markersize=3,
            )
    if marked is not None:
        ax.axvline(marked, color=Inks.of(ax).grey, linewidth=0.8, linestyle=":")
    _name_lines(result, ax)
    ax.set_xlabel(result.along, fontsize=8)
    ax.set_ylabel(result.metric.name, fontsize=8)
    plain(ax)
    return ax


def _name_lines(result: Curves, ax: Axes) -> None:
    """Write each line's name at its left end: beside it, if all end at one x, else below it."""
    inks = Inks.of(ax)
    at = np.argmin(result.x, axis=1)
    rows = np.arange(len(at))
    x, y = result.x[rows, at], result.values[rows, at]
    together = bool(np.ptp(x) == 0)
    low, high = ax.get_ylim()
    span = float(np.ptp(result.x))
    if together:
        placed = apart(y, 0.055 * (high - low))
        ax.set_xlim(x[0] - 0.1 * span, result.x.max() + 0.02 * span)
        ax.set_ylim(min(low, placed.min() - 0.03 * (high - low)), high)
        _words(ax, result.by, (x[0], placed.max() + 0.075 * (high - low)), (-5, 0), inks.grey)
        for line, height in zip(result.lines, placed, strict=True):
            _words(ax, str(line), (x[0], height), (-5, 0), inks.ink)
        return
    ax.set_xlim(result.x.min() - 0.2 * span, result.x.max() + 0.02 * span)
    ax.set_ylim(low - 0.06 * (high - low), high)
    first = int(np.argmin(x))
    for i, line in enumerate(result.lines):
        _words(ax, f"{result.by}: {line}" if i == first else str(line), (x[i], y[i]), (4, -9), inks.ink)


def _words(ax: Axes, words: str, place: tuple[float, float], offset: tuple[float, float], colour: Any) -> None:
    ax.annotate(words, place, offset, textcoords="offset points", ha="right", va="center", fontsize=8, color=colour)


def apart(heights: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """Return heights that are at least so far apart, moved as little as can be, in the same order.

    Those that would overlap stay together around their mean.

    Examples
    --------
    >>> apart(np.array([0.5, 0.11, 0.09]), 0.04).round(2)
    array([0.5 , 0.12, 0.08])
    """
    order = np.argsort(heights, kind="stable")
    wanted = heights[order] - least * np.arange(len(order))
    groups: list[list[float]] = []
    for height in wanted.tolist():
        groups.append([height])
        while len(groups) > 1 and np.mean(groups[-2]) > np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    level = np.concatenate([np.full(len(group), np.mean(group)) for group in groups])
    placed = np.empty(len(order))
    placed[order] = level + least * np.arange(len(order))
    return placed


# How each metric of the user's matrix would move: a row per metric, bars for class shares, marks for added classes.


ROW, MARGIN, WIDTH = 0.24, 1.8, 8.0
"""Inches: the height of a row, of what is above and below them, and the width."""

THIN, THICK = 0.28, 0.72
NAME = 14
"""Columns of a class's name."""


def distortion_plot(distortions: Distortions, ax: Axes | None = None) -> Axes:
    """Draw how far each metric would move, the most distorted on top.

    A bar reaches from the lowest to the highest value over all classes, for each factor; a diamond stands where it
    would be with the most added classes. At the right: the class and the factor, or the classes, that move it most.

    Parameters
    ----------
    distortions
        What `distortions` returned.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> from steelyard.shares.distort import distortions
    >>> from steelyard.plots.distortion import distortion_plot
    >>> ax = distortion_plot(distortions([[8, 2], [10, 90]], ["accuracy", "balanced_accuracy"]))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['accuracy', 'balanced_accuracy']
    """
    known = [one for one in distortions.metrics if not math.isnan(one.part)]
    own = ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + ROW * len(known)))
    rising = [factor for factor in distortions.factors if factor > 1]
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
    _mark_added(distortions, known, ax)
    _mark_robust(known, ax)
    _fit(known, ax)
    _name_rows(distortions, known, ax)
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


def _mark_added(distortions: Distortions, known: list[MetricDistortion], ax: Axes) -> None:
    if not distortions.added:
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
        label=f"{distortions.added[-1]} more class{'es' if distortions.added[-1] > 1 else ''}",
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


def _name_rows(distortions: Distortions, known: list[MetricDistortion], ax: Axes) -> None:
    names = dict(zip(distortions.moved, shortened(distortions.moved, NAME), strict=True))
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
        inks = Inks.of(ax)  # as in `explain` of marks.py: what it lies on must not be seen between the letters
        ax.legend(fontsize=7, facecolor=inks.paper, edgecolor=inks.light, framealpha=0.9, loc="best")
