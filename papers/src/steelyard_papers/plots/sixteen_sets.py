"""Figures of Branco et al.'s sixteen data sets: box plots of each set, and an overview by kind of metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import metrics
from steelyard.plots.style import grid_of_axes, gridded, look, plain
from steelyard_papers.plots.greys import GREY, INK, LIGHT
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL
from steelyard_papers.reproductions.branco2017.discrimination import MECHANISMS
from steelyard_papers.reproductions.branco2017.reproduction import EXISTING, RELEVANCE_BASED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = Mapping[str, Any]

POLICY = "exclude"
"""Which values are drawn: classes whose rate is undefined are left out."""

FIVE = {"whislo": "min", "q1": "q1", "med": "median", "q3": "q3", "whishi": "max"}
"""What Matplotlib calls the five numbers, and what the table does."""

ROOM = 0.78
"""Of a metric, that the learners share; and of a data set, that the levels share."""

LEVELS = {
    NO_LEVEL: "existing",
    "PREV": "PREV: rarity",
    "PO": "PO: partial order",
    "TO": "TO: total order",
    "φ": "φ: stated",
}


def set_plot(rows: Sequence[Row], dataset: str) -> Figure:
    """Draw all metrics of one data set: a panel per level, a box per learner over the folds, whiskers to the extremes.

    Parameters
    ----------
    rows
        Of the table `sixteen_sets`, as `read_table` gives them.
    dataset
        Which set.
    """
    shown = [row for row in rows if row["dataset"] == dataset and row["undefined"] == POLICY]
    if not shown:
        raise ValueError(f"there are no rows of the data set {dataset!r} to draw.")
    levels = [level for level in LEVELS if any(row["level"] == level for row in shown)]
    names = {level: list(dict.fromkeys(row["metric"] for row in shown if row["level"] == level)) for level in levels}
    learners = list(dict.fromkeys(row["learner"] for row in shown))
    widths = [len(names[level]) for level in levels]
    axes = grid_of_axes(1, len(levels), (13.0, 4.0), sharey=True, width_ratios=widths)[0]
    for level, ax in zip(levels, axes, strict=True):
        of_level = {(row["metric"], row["learner"]): row for row in shown if row["level"] == level}
        _boxes(ax, of_level, names[level], learners)
        ax.set_title(LEVELS[level], fontsize=9)
    axes[0].set_ylabel("value in a fold", fontsize=8)
    figure: Figure = axes[0].get_figure(root=True)
    lacking = f"{shown[0]['lacking']} lack a class" if shown[0]["lacking"] else "all with every class"
    figure.suptitle(f"{dataset}: {shown[0]['folds']} folds, {lacking}", fontsize=10)
    _explain(figure, learners, undefined=any(not row["defined"] for row in shown))
    return figure


def _boxes(ax: Axes, rows: Mapping[tuple[str, str], Row], names: Sequence[str], learners: Sequence[str]) -> None:
    step = ROOM / len(learners)
    for k, learner in enumerate(learners):
        shift = step * (k - (len(learners) - 1) / 2)
        of_learner = [(place, rows[name, learner]) for place, name in enumerate(names) if (name, learner) in rows]
        _undefined(ax, [place + shift for place, row in of_learner if not row["defined"]], look(k).colour)
        result = [(place, row) for place, row in of_learner if row["defined"]]
        if not result:
            continue
        at = [place + shift for place, _ in result]
        stats = [{ours: row[theirs] for ours, theirs in FIVE.items()} for _, row in result]
        colour = look(k).colour
        ax.bxp(
            stats, positions=at, widths=0.8 * step, showfliers=False, patch_artist=True, manage_ticks=False,
            boxprops={"facecolor": colour, "edgecolor": colour, "alpha": 0.35, "linewidth": 0.8},
            whiskerprops={"color": colour, "linewidth": 0.8}, showcaps=False,
            medianprops={"linewidth": 0},
        )  # fmt: skip
        medians = [row["median"] for _, row in result]
        ax.plot(
            at,
            medians,
            linestyle="none",
            marker=look(k).marker,
            markersize=3.6,
            color=colour,
            markeredgecolor=INK,
            markeredgewidth=0.4,
        )
    for place in range(1, len(names)):
        ax.axvline(place - 0.5, color=LIGHT, linewidth=0.5, zorder=0)
    ax.set_xticks(range(len(names)), [_written(name) for name in names], rotation=90)
    ax.set_xlim(-0.5, len(names) - 0.5)
    plain(ax)
    gridded(ax, "y")
    ax.tick_params(axis="x", length=0)


def _undefined(ax: Axes, at: Sequence[float], colour: str) -> None:
    """Mark, at the foot of the axes, where there is no value in any fold."""
    if at:
        foot = ax.get_xaxis_transform()
        ax.plot(at, [0.02] * len(at), linestyle="none", marker="x", markersize=4, color=colour, transform=foot)


def _written(name: str) -> str:
    """Write "F_1M" with what follows lowered, and an arrow behind a metric of which less is better."""
    letters, lowered, below = name.partition("_")
    ours = metrics[EXISTING.get(name) or RELEVANCE_BASED[name]]
    arrow = " ↓" if ours.direction == "lower" else ""
    return f"{letters}$_{{{below}}}${arrow}" if lowered else f"{name}{arrow}"


def _explain(figure: Figure, learners: Sequence[str], *, undefined: bool) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415 - whoever draws has it

    handles = [
        Line2D([], [], linestyle="none", marker=look(k).marker, color=look(k).colour, markersize=5, label=learner)
        for k, learner in enumerate(learners)
    ]
    if undefined:
        handles.append(
            Line2D([], [], linestyle="none", marker="x", color=GREY, markersize=4, label="undefined in all folds")
        )
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=8)


def overview_plot(rows: Sequence[Row]) -> Figure:
    """Draw the five kinds of metric over all data sets: a mark per level, the mean of the learners, and their range.

    Parameters
    ----------
    rows
        Of the table `sixteen_sets`, as `read_table` gives them.
    """
    means: dict[tuple[str, str, str], list[float]] = {}
    for row in rows:
        if row["undefined"] == POLICY and row["mean"] is not None:
            means.setdefault((row["dataset"], row["metric"], row["level"]), []).append(row["mean"])
    datasets = list(dict.fromkeys(dataset for dataset, _, _ in means if dataset != "glass with Id"))
    if not datasets:
        raise ValueError("there are no rows to draw.")
    axes = grid_of_axes(len(RELEVANCE_BASED), 1, (11.0, 10.5), sharex=True)[:, 0]
    for (metric, name), ax in zip(RELEVANCE_BASED.items(), axes, strict=True):
        existing = next(other for other, ours in EXISTING.items() if ours == name)
        for k, level in enumerate((NO_LEVEL, *MECHANISMS)):
            key = (existing if level == NO_LEVEL else metric, level)
            _level_marks(ax, [means.get((dataset, *key), []) for dataset in datasets], k)
        for place in range(1, len(datasets)):
            ax.axvline(place - 0.5, color=LIGHT, linewidth=0.5, zorder=0)
        ax.set_ylabel(f"{_written(metric)} (mean)", fontsize=8)
        ax.set_ylim(-0.02, 1.02)
        plain(ax)
        gridded(ax, "y")
        ax.tick_params(axis="x", length=0)
    axes[-1].set_xticks(range(len(datasets)), datasets, rotation=30, ha="right", rotation_mode="anchor")
    axes[-1].set_xlim(-0.5, len(datasets) - 0.5)
    figure: Figure = axes[0].get_figure(root=True)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(LEVELS), frameon=False, fontsize=8)
    return figure


def _level_marks(ax: Axes, values: Sequence[Sequence[float]], k: int) -> None:
    """Draw one level: the mean over the learners, on a line from the worst of them to the best."""
    level = (NO_LEVEL, *MECHANISMS)[k]
    # What everything is compared with has no colour of its own.
    colour, marker = (GREY, "_") if level == NO_LEVEL else (look(k - 1).colour, look(k - 1).marker)
    known = [(place, result) for place, result in enumerate(values) if result]
    at = [place + ROOM * (k / len(MECHANISMS) - 0.5) for place, _ in known]
    ax.vlines(
        at, [min(result) for _, result in known], [max(result) for _, result in known], color=colour, linewidth=0.9
    )
    ax.plot(
        at,
        [float(np.mean(result)) for _, result in known],
        linestyle="none",
        marker=marker,
        markersize=7 if level == NO_LEVEL else 4.5,
        markeredgewidth=2 if level == NO_LEVEL else 0.4,
        color=colour,
        markeredgecolor=colour if level == NO_LEVEL else INK,
        label=LEVELS[level],
    )
