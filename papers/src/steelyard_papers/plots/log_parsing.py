"""Figure 2 of Gupta et al. 2020 from our own runs: four metrics of three log parsers, log by log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.style import Inks, grid_of_axes, gridded, look, plain
from steelyard_papers.plots.greys import GREY, INK, axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

Row = Mapping[str, Any]

METRICS = {"f1": "F1", "accuracy": "Accuracy", "balanced_accuracy": "BA", "wba_rarity": "WBA (rarity)"}
NAMES = {"Mac": "macOS"}
SHADES = ("#1f3b57", "#8fb8d6", "#e3e3e3")
"""Of first, second and third: from dark to pale, so that grey tells them apart."""

ROOM = 12.0
"""Percent that a bar must have for a number on it."""

APART = 0.22
"""Of the room of a metric: between two parsers."""


def figure2_plot(rows: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw a panel per log; a mark per metric and parser, of several seeds their mean, with all seeds behind it.

    Parameters
    ----------
    rows
        Of the table `log_parsing`.
    axes
        One for each log; if not given, on a new figure.
    """
    datasets = list(dict.fromkeys(row["dataset"] for row in rows))
    if not datasets:
        raise ValueError("there are no runs to draw.")
    across = min(2, len(datasets))
    down = -(-len(datasets) // across)
    axes = grid_of_axes(down, across, (4.6 * across, 3.1 * down)).reshape(-1) if axes is None else np.asarray(axes)
    parsers = list(dict.fromkeys(row["parser"] for row in rows))
    for letter, dataset, ax in zip("abcd", datasets, axes, strict=False):
        panel([row for row in rows if row["dataset"] == dataset], ax, parsers=parsers)
        ax.set_title(f"({letter}) {NAMES.get(dataset, dataset)}", fontsize=9, loc="left")
    for ax in axes[len(datasets) :]:
        ax.set_visible(False)
    _name_parsers(axes[: len(datasets)])
    return axes


def panel(rows: Sequence[Row], ax: Axes | None = None, *, parsers: Sequence[str] | None = None) -> Axes:
    """Draw the runs of one log; `parsers` keep their places and marks also where one of them has no run."""
    ax = axes_or_new(ax, (4.6, 3.1))
    parsers = list(dict.fromkeys(row["parser"] for row in rows)) if parsers is None else parsers
    for k, parser in enumerate(parsers):
        of = [row for row in rows if row["parser"] == parser]
        if not of:
            continue
        at = np.arange(len(METRICS)) + APART * (k - (len(parsers) - 1) / 2)
        values = np.array([[row[metric] for metric in METRICS] for row in of], dtype=float)
        if len(of) > 1:
            every = np.repeat(at[None], len(of), axis=0)
            ax.plot(every.ravel(), values.ravel(), linestyle="none", marker="_", markersize=9, color=GREY, zorder=2)
        marks = look(k).marks(Inks.of(ax))
        ax.plot(at, values.mean(axis=0), linestyle="none", label=parser, zorder=3, **marks)
    low = min(row[metric] for row in rows for metric in METRICS if row[metric] is not None)
    ax.set_ylim(max(0.0, np.floor(10 * low - 0.5) / 10), 1.03)
    ax.set_xlim(-0.5, len(METRICS) - 0.5)
    ax.set_xticks(range(len(METRICS)), list(METRICS.values()))
    ax.set_ylabel("value of the metric", fontsize=8)
    gridded(ax, "y")
    plain(ax)
    return ax


def _name_parsers(axes: Sequence[Axes] | NDArray[np.object_]) -> None:
    """Say above all panels which mark is which parser, and that the lines behind a mark are its seeds."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - whoever has axes has it

    most = max(axes, key=lambda ax: len(ax.get_legend_handles_labels()[1]))
    handles, names = most.get_legend_handles_labels()
    handles = [*handles, Line2D([], [], linestyle="none", marker="_", markersize=9, color=GREY)]
    figure = most.get_figure(root=True)
    if figure is not None:
        texts = [*names, "one seed"]
        figure.legend(handles, texts, loc="outside upper left", ncols=len(texts), frameon=False, fontsize="small")


def shares_plot(rows: Sequence[Row], ax: Axes | None = None) -> Axes:
    """Draw, for each log and parser, the share of all class weightings at which it is first, second and third.

    Parameters
    ----------
    rows
        Of the table `log_parsing_shares`.
    ax
        Where to draw; if not given, on a new figure.
    """
    if not rows:
        raise ValueError("there are no shares to draw.")
    ax = axes_or_new(ax, (6.4, 0.6 + 0.3 * len(rows)))
    datasets = list(dict.fromkeys(row["dataset"] for row in rows))
    places, names = [], []
    for i, row in enumerate(rows):
        place = i + 0.6 * datasets.index(row["dataset"])
        places.append(place)
        names.append(f"{NAMES.get(row['dataset'], row['dataset'])}, {row['parser']}")
        start = 0.0
        for rank, shade in enumerate(SHADES, 1):
            share = 100 * (row[f"rank_{rank}"] or 0.0)
            ax.barh(place, share, left=start, height=0.8, color=shade, edgecolor="white", linewidth=0.5)
            if share >= ROOM:
                colour = "white" if rank == 1 else INK
                ax.text(start + share / 2, place, f"{share:.0f} %", ha="center", va="center", fontsize=8, color=colour)
            start += share
    _name_ranks(ax)
    ax.set_yticks(places, names)
    ax.invert_yaxis()
    ax.set_xlim(0, 100)
    ax.set_xlabel("share of all class weightings, %", fontsize=8)
    plain(ax, rows=True)
    return ax


def _name_ranks(ax: Axes) -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415 - whoever has axes has it

    figure = ax.get_figure(root=True)
    handles = [Patch(facecolor=shade, edgecolor=GREY, linewidth=0.5) for shade in SHADES]
    if figure is not None:
        names = ["best", "second", "third"]
        figure.legend(handles, names, loc="outside upper left", ncols=3, frameon=False, fontsize="small")
