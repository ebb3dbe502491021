"""How one metric moves with class shares and with the number of classes, as in Mullick et al. 2020, Figure 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.canvas import axes_or_new, grid_of_axes, plain
from steelyard.plots.colours import GREY, INK, MARKERS, shades
from steelyard.shares.distortion.made_up import hexagon, two_normals

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from steelyard.measuring.record import Metric
    from steelyard.shares.distortion.made_up.curves import Curves

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
    curves_plot(shares, ax=axes[0])
    curves_plot(classes, ax=axes[1])
    title = shares.metric.title
    axes[0].set_title(f"{title}: the same classifier, other class sizes", fontsize=9, loc="left")
    axes[0].set_xlabel("position of the boundary (right: better)", fontsize=8)
    axes[1].set_title(f"{title}: as good, other numbers of classes", fontsize=9, loc="left")
    axes[1].set_xlabel("share of each class that is recognised", fontsize=8)
    return axes


def curves_plot(
    curves: Curves, drawn: Curves | None = None, ax: Axes | None = None, *, marked: float | None = None
) -> Axes:
    """Draw lines of a metric, each with its name at its left end, and those counted on drawn points as marks.

    `marked`: where to put a thin vertical line, such as the paper's own example.
    """
    ax = axes_or_new(ax, PANEL)
    colours = shades(len(curves.lines))
    for i, (line, colour) in enumerate(zip(curves.lines, colours, strict=True)):
        ax.plot(curves.x[i], curves.values[i], color=colour, linewidth=1.6, label=f"{curves.by} {line}")
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
        ax.axvline(marked, color=GREY, linewidth=0.8, linestyle=":")
    _name_lines(curves, ax)
    ax.set_xlabel(curves.along, fontsize=8)
    ax.set_ylabel(curves.metric.name, fontsize=8)
    plain(ax)
    return ax


def _name_lines(curves: Curves, ax: Axes) -> None:
    """Write each line's name at its left end: beside it, if all end at one x, else below it."""
    at = np.argmin(curves.x, axis=1)
    rows = np.arange(len(at))
    x, y = curves.x[rows, at], curves.values[rows, at]
    together = bool(np.ptp(x) == 0)
    low, high = ax.get_ylim()
    span = float(np.ptp(curves.x))
    if together:
        placed = apart(y, 0.055 * (high - low))
        ax.set_xlim(x[0] - 0.1 * span, curves.x.max() + 0.02 * span)
        ax.set_ylim(min(low, placed.min() - 0.03 * (high - low)), high)
        _words(ax, curves.by, (x[0], placed.max() + 0.075 * (high - low)), (-5, 0), ha="right", color=GREY)
        for line, height in zip(curves.lines, placed, strict=True):
            _words(ax, str(line), (x[0], height), (-5, 0), ha="right")
        return
    ax.set_xlim(curves.x.min() - 0.2 * span, curves.x.max() + 0.02 * span)
    ax.set_ylim(low - 0.06 * (high - low), high)
    first = int(np.argmin(x))
    for i, line in enumerate(curves.lines):
        _words(ax, f"{curves.by}: {line}" if i == first else str(line), (x[i], y[i]), (4, -9), ha="right")


def _words(
    ax: Axes, words: str, place: tuple[float, float], offset: tuple[float, float], *, ha: str, color: str = INK
) -> None:
    ax.annotate(words, place, offset, textcoords="offset points", ha=ha, va="center", fontsize=8, color=color)


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
