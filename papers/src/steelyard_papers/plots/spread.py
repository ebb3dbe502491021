"""Figures 3 to 5 of Mullick et al. 2020 from our own runs, and every metric beside what its audit says."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import metrics as registry
from steelyard.extending import shortened
from steelyard.plots.style import Inks, grid_of_axes, gridded, look, plain
from steelyard_papers.plots.points import Point, draw_points, explain, meanings
from steelyard_papers.reproductions.mullick2020.index_names import FIGURE_3, FIGURE_4A, FIGURE_4B, FIGURE_5, NAMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

Row = Mapping[str, Any]

LOOKS = {
    "precision": 0,
    "mprecision": 6,
    "one_point_aurpc": 1,
    "one_point_maurpc": 7,
    "one_point_aurpc_ova": 1,
    "one_point_maurpc_ova": 7,
    "g_mean": 2,
    "one_point_auroc": 3,
    "one_point_auroc_ova": 3,
    "one_point_nauroc_ova": 9,
    "one_point_auroc_ovo": 0,
    "balanced_accuracy": 6,
}
"""The look of an index: a modified or normalised one is hollow, the one it replaces filled."""

SD = "standard deviation over\ntest sets and classifiers"

NARROWEST, MARGIN, ROOM, HEIGHT = 4.6, 1.0, 0.68, 3.3
"""Inches: of a figure, beside its data sets, of a data set, and in height."""

APART = 0.84
"""Of the room of a data set, that its marks share: so far apart, six side by side do not touch."""

PAD = 6
"""Points between an axis and its names, for the crosses of what is undefined."""

PANELS = {"two": "two classes: rates are the minority's", "several": "several classes: rates are averaged"}

CONDITION_1 = {
    "holds": ("satisfies Condition 1", 0),
    "fails": ("fails Condition 1", 7),
    "unknown": ("Condition 1 not known", 9),
}
"""What is said of a metric, and its look: filled, if it satisfies the condition."""

FARTHEST = 1.5
"""Of the largest value: as far as the frame reaches for the sake of an interval, which two data sets make very wide."""


def figure3_plot(rows: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 3: how much six indices vary on each two-class data set.

    Parameters
    ----------
    rows
        Of the table `spread`.
    axes
        One; if not given, on a new figure.
    """
    two = [row for row in rows if row["classes"] == 2]
    return _by_set(two, FIGURE_3, "sd", axes, label=SD)


def figure4a_plot(rows: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 4a: how much five indices vary on each data set with several classes.

    Parameters
    ----------
    rows
        Of the table `spread`.
    axes
        One for each number of classes; if not given, on a new figure.
    """
    return _by_set(_several(rows), FIGURE_4A, "sd", axes, label=SD)


def figure4b_plot(rows: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 4b: how much ACSA and nAUROC-OVA vary, as a multiple of the least that each of them does.

    Parameters
    ----------
    rows
        Of the table `spread`.
    axes
        One for each number of classes; if not given, on a new figure.
    """
    label = "standard deviation, as a\nmultiple of the index's smallest"
    axes = _by_set(_several(rows), FIGURE_4B, "normalised", axes, label=label)
    for ax in axes:
        ax.axhline(1, color=Inks.of(ax).grey, linewidth=0.8, linestyle="--", zorder=1)
    return axes


def figure5_plot(rows: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 5: the smallest value of five indices on each data set, by the number of classes.

    Parameters
    ----------
    rows
        Of the table `spread_minima`.
    axes
        One for each number of classes; if not given, on a new figure.
    """
    label = "smallest mean of the folds,\nover test sets and classifiers"
    shown = _several(rows)
    axes = _by_set(shown, FIGURE_5, "minimum", axes, label=label)
    least = min((number for row in shown if not math.isnan(number := _number(row["minimum"]))), default=0.0)
    bottom = 0.5 if least > 0.5 else 0.0  # where all are good, the differences would be lost
    for ax in axes:
        ax.set_ylim(bottom - 0.03, 1.03)
    return axes


def _several(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["classes"] > 2]


def _by_set(rows: Sequence[Row], indices: Sequence[str], column: str, axes: Any, *, label: str) -> NDArray[np.object_]:
    """Draw a panel per number of classes: a group per data set, a mark per index."""
    shown = [row for row in rows if row["index"] in indices]
    if not shown:
        wanted = ", ".join(NAMES[index] for index in indices)
        raise ValueError(f"there are no data sets to draw: the rows must have at least one of {wanted}.")
    result = {(row["dataset"], row["index"]): _number(row[column]) for row in shown}
    sets = {
        classes: list(dict.fromkeys(row["dataset"] for row in shown if row["classes"] == classes))
        for classes in sorted({row["classes"] for row in shown})
    }
    own, widths = axes is None, list(map(len, sets.values()))
    if own:
        width = max(NARROWEST, MARGIN + ROOM * sum(widths))
        axes = grid_of_axes(1, len(sets), (width, HEIGHT), sharey=True, width_ratios=widths)
    axes = np.asarray(axes).reshape(-1)
    present = [index for index in indices if any(row["index"] == index for row in shown)]
    for (classes, names), ax in zip(sets.items(), axes, strict=True):
        _groups(ax, result, names, present)
        ax.set_title(f"{classes} classes", fontsize=9)
    top = max([number for number in result.values() if math.isfinite(number)], default=0.0) or 1.0
    for ax in axes:
        ax.set_ylim(-0.03 * top, 1.06 * top)
    axes[0].set_ylabel(label, fontsize=8)
    points = [Point(number) for number in result.values()]
    explain(axes[0], meanings(axes, [NAMES[index] for index in present], points), own=own, room=1.3)
    return axes


def _groups(ax: Axes, result: Mapping[tuple[str, str], float], names: Sequence[str], indices: Sequence[str]) -> None:
    """Draw the data sets of one panel."""
    for place, index in enumerate(indices):
        shift = APART * ((place + 0.5) / len(indices) - 0.5)
        known = [(at + shift, Point(result[one, index])) for at, one in enumerate(names) if (one, index) in result]
        draw_points(ax, known, LOOKS[index], NAMES[index], along="y")
    for place in range(1, len(names)):
        ax.axvline(place - 0.5, color=Inks.of(ax).light, linewidth=0.6, zorder=0)
    ax.set_xticks(range(len(names)), shortened(names))
    ax.set_xlim(-0.5, len(names) - 0.5)
    gridded(ax, "y")
    plain(ax)
    ax.tick_params(axis="x", length=0, pad=PAD)


def metrics_plot(rows: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw how much every metric varies with the class shares alone, least first, and whether it should not.

    The frame reaches from 0 to the metrics with bounds; what lies beyond it is written at its edge.

    Parameters
    ----------
    rows
        Of the table `spread_metrics`.
    axes
        One for two classes and one for several; if not given, on a new figure.
    """
    panels = {kind: [row for row in rows if row["classes"] == kind] for kind in PANELS}
    panels = {kind: sorted(of, key=_place) for kind, of in panels.items() if of}
    if not panels:
        raise ValueError(f"there are no metrics to draw: the rows must be of {' or '.join(PANELS)} classes.")
    own, most = axes is None, max(map(len, panels.values()))
    if own:
        axes = grid_of_axes(1, len(panels), (4.8 * len(panels), 1.1 + 0.165 * most))
    axes = np.asarray(axes).reshape(-1)
    farthest = _farthest([row for of in panels.values() for row in of])
    for (kind, of), ax in zip(panels.items(), axes, strict=True):
        _metric_rows(ax, of, farthest)
        ax.set_ylim(most - 0.5, -0.5)
        ax.set_title(PANELS[kind], fontsize=9)
    drawn = [row for of in panels.values() for row in of]
    verdicts = [words for words, _ in CONDITION_1.values()]
    explain(axes[0], meanings(axes, verdicts, [_point(row) for row in drawn]), own=own, room=1.9)
    return axes


def _metric_rows(ax: Axes, rows: Sequence[Row], farthest: float) -> None:
    for row in range(1, len(rows), 2):
        ax.axhspan(row - 0.5, row + 0.5, color=Inks.of(ax).mixed(0.05), linewidth=0, zorder=0)
    gridded(ax, "x")
    plain(ax, "small", rows=True)
    for verdict, (words, k) in CONDITION_1.items():
        of = [(place, _point(row)) for place, row in enumerate(rows) if _verdict(row) == verdict]
        if not of:
            continue
        beyond = {place: point.value for place, point in of if farthest < point.value < math.inf}
        draw_points(ax, [each for each in of if each[0] not in beyond], k, words, along="x")
        for place, far in beyond.items():
            ax.text(
                0.99, place, f"{far:.3f} ▸", transform=ax.get_yaxis_transform(),
                ha="right", va="center", color=look(k).colour, fontsize="x-small",
            )  # fmt: skip
    ax.set_yticks(range(len(rows)), shortened([_title(row) for row in rows], 34))
    ax.set_xlim(-0.02 * farthest, farthest)
    ax.tick_params(axis="y", pad=PAD)
    # By default there are as many numbers as fit, which changes after the layout: the last one was cut.
    ax.locator_params(axis="x", nbins=5)
    ax.set_xlabel("standard deviation over the test sets,\nwith 95 % intervals over data sets", fontsize="small")


def _verdict(row: Row) -> str:
    return row["condition_1"] if row["condition_1"] in CONDITION_1 else "unknown"


def _title(row: Row) -> str:
    """Return what people call a metric; of several classes, a rate stands for its mean."""
    metric = registry.find(row["index"])
    if metric is None:
        return str(row["index"])
    return f"mean {metric.title}" if metric.kind == "rate" and row["classes"] == "several" else metric.title


def _place(row: Row) -> float:
    """Return what metrics are sorted by: those without a value come last."""
    number = _point(row).value
    return math.inf if math.isnan(number) else number


def _farthest(rows: Sequence[Row]) -> float:
    """Return the right end of the frame."""
    points = [_point(row) for row in rows if _bounded(row["index"])] or [_point(row) for row in rows]
    largest = max([point.value for point in points if point.defined], default=0.0) or 1.0
    ends = [point.high for point in points if point.sure]
    return 1.04 * min(max([largest, *ends]), FARTHEST * largest)


def _bounded(index: str) -> bool:
    """Return whether a metric has bounds; those that depend on weights or costs are finite."""
    metric = registry.find(index)
    return metric is None or callable(metric.range) or all(map(math.isfinite, metric.range))


def _point(row: Row) -> Point:
    return Point(_number(row["sd_within"]), _number(row["low_within"]), _number(row["high_within"]))


def _number(given: float | None) -> float:
    """Return a number of a table, in which nothing stands for what is undefined."""
    return math.nan if given is None else float(given)
