"""Figures 1 and 2 of Branco et al. 2017: the rank of a class in a partial order, and distinct scores by scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.style import grid_of_axes, look, plain
from steelyard_papers.plots.greys import GREY, INK, LIGHT, axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from steelyard_papers.reproductions.branco2017.discrimination import Counted
    from steelyard_papers.reproductions.branco2017.figure1 import LocalOrder

STRIP, SPREAD = 0.19, 0.055
"""Of the room of a metric: between the strips of two mechanisms, and the half width of a strip."""


def strips_plot(records: Sequence[Counted], ax: Axes | None = None) -> Axes:
    """Draw the differences of one scenario: a group per metric, a strip per mechanism, a mark per problem.

    Parameters
    ----------
    records
        What was counted, of one scenario; the existing metrics among them are those compared with.
    ax
        Where to draw; if not given, on a new figure.
    """
    pairs = [record for record in records if record.difference is not None]
    scenarios = list(dict.fromkeys(record.scenario for record in pairs))
    if len(scenarios) != 1:
        raise ValueError(f"a panel shows the records of one scenario, not of {len(scenarios)}.")
    ax = axes_or_new(ax, (5.0, 3.6))
    metrics = list(dict.fromkeys(record.metric for record in pairs))
    mechanisms = list(dict.fromkeys(record.mechanism for record in pairs))
    ax.axhline(0, color=GREY, linewidth=0.8, zorder=1)
    for k, mechanism in enumerate(mechanisms):
        x, y = [], []
        for g, metric in enumerate(metrics):
            result = [r.difference or 0.0 for r in pairs if (r.metric, r.mechanism) == (metric, mechanism)]
            middle = g + STRIP * (k - (len(mechanisms) - 1) / 2)
            x += [middle + SPREAD * step for step in _steps(len(result))]
            y += result
        ax.plot(
            x, y, linestyle="none", marker=look(k).marker, markersize=4, color=look(k).colour, markeredgewidth=0,
            alpha=0.85, label=mechanism, zorder=2,
        )  # fmt: skip
    for g in range(1, len(metrics)):
        ax.axvline(g - 0.5, color=LIGHT, linewidth=0.6, zorder=0)
    problems = len({record.problem for record in pairs})
    ax.set_xticks(range(len(metrics)), [_subscript(metric) for metric in metrics])
    ax.set_xlim(-0.5, len(metrics) - 0.5)
    ax.set_title(f"{scenarios[0]}: {problems} problem{'s' if problems > 1 else ''}", fontsize=9)
    ax.set_ylabel("more distinct scores with relevance\n(percentage points of all matrices)", fontsize=8)
    plain(ax)
    ax.tick_params(axis="x", length=0)
    return ax


def _subscript(name: str) -> str:
    """Write "AvF_1" with a lowered 1."""
    letters, lowered, digit = name.partition("_")
    return f"{letters}$_{{{digit}}}$" if lowered else name


def _steps(n: int) -> list[float]:
    """Return n places side by side, from −1 to 1."""
    return [0.0] if n == 1 else np.linspace(-1, 1, n).tolist()


def name_strips(ax: Axes) -> None:
    """Write each mechanism's name above its strip in the group of the first metric, with a thin line to it."""
    lines = [line for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
    groups = len(ax.get_xticks())
    low, high = ax.get_ylim()
    ax.set_ylim(low, high + 0.16 * (high - low))
    for k, line in enumerate(lines):
        x, y = np.asarray(line.get_xdata(), dtype=float), np.asarray(line.get_ydata(), dtype=float)
        first = slice(0, len(x) // groups)
        height = high + (0.03 + 0.07 * (k % 2)) * (high - low)
        middle = float(x[first].mean())
        ax.plot(
            [middle, middle],
            [float(y[first].max()), height - 0.02 * (high - low)],
            color=LIGHT,
            linewidth=0.6,
            zorder=0,
        )
        ax.text(middle, height, str(line.get_label()), ha="center", va="center", fontsize=8, color=INK)


def figure2_plot(records: Sequence[Counted], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 2, a panel per scenario side by side.

    Parameters
    ----------
    records
        What `steelyard_papers.reproductions.branco2017.discrimination.figure_2` counted, or `read_csv` read.
    axes
        One for each scenario; if not given, on a new figure.
    """
    scenarios = list(dict.fromkeys(record.scenario for record in records))
    if not scenarios:
        raise ValueError("there are no records to draw.")
    if axes is None:
        axes = grid_of_axes(1, len(scenarios), (4.2 * len(scenarios), 3.8)).reshape(-1)
    axes = np.asarray(axes)
    for scenario, ax in zip(scenarios, axes, strict=True):
        strips_plot([record for record in records if record.scenario == scenario], ax)
        name_strips(ax)
        if ax is not axes[0]:
            ax.set_ylabel("")
    return axes


def local_order_plot(local: LocalOrder, ax: Axes | None = None) -> Axes:
    """Draw what an order says of a class: lines to those that matter more, above, and less, below; the rest beside."""
    ax = axes_or_new(ax, (3.4, 3.2))
    places = {local.node: (0.0, 0.0)}
    for names, height in ((local.above, 1.0), (local.below, -1.0)):
        for x, name in zip(_steps(len(names)), names, strict=True):
            places[name] = (0.5 * x, height)
            ax.plot([0, 0.5 * x], [0, height], color=GREY, linewidth=1.2, zorder=1)
    for y, name in zip(_steps(len(local.incomparable)), local.incomparable, strict=True):
        places[name] = (1.4, -0.7 * y)
    for name, (x, y) in places.items():
        mine = name == local.node
        ax.plot(
            [x], [y], marker="o", markersize=19, color=look(0).colour if mine else "white",
            markeredgecolor=look(0).colour if mine else GREY, zorder=2,
        )  # fmt: skip
        ax.text(x, y, name, ha="center", va="center", fontsize=9, color="white" if mine else INK, zorder=3)
    for words, x, y in (
        (f"P: {len(local.above)} above", 0.25, 1.0),
        (f"S: {len(local.below)} below", 0.0, -1.42),
        (f"U: {len(local.incomparable)} not compared", 1.4, -1.16),
    ):
        ax.text(x, y, words, ha="left" if x == 0.25 else "center", va="center", fontsize=8, color=GREY)
    ax.set(xlim=(-0.9, 2.1), ylim=(-1.6, 1.35), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.set_title(f"What the order says of {local.node}", fontsize=9)
    return ax


def ranks_plot(local: LocalOrder, ax: Axes | None = None) -> Axes:
    """Draw how often a class has each rank in the total orders that agree, and three numbers for its rank."""
    ax = axes_or_new(ax, (3.8, 3.2))
    ranks = np.arange(1, len(local.classes) + 1)
    chances = [float(local.chances.get(int(rank), 0)) for rank in ranks]
    ax.bar(ranks, chances, 0.8, color=LIGHT, zorder=1)
    top = 1.25 * max(chances)
    marked = (
        (local.middle, "middle expression", look(1).colour),
        (local.rank, "|S| + 1 + |U|/2", look(0).colour),
        (local.lpom, "LPOM, the mean", look(2).colour),
    )
    for line, (value, words, colour) in enumerate(marked):
        height = top * (1.32 - 0.11 * line)
        ax.plot([float(value)] * 2, [0, height], color=colour, linewidth=1.6, zorder=2)
        ax.text(float(value) + 0.08, height, f"{float(value):g}  {words}", va="top", fontsize=8, color=colour)
    ax.set_xticks(ranks)
    ax.set_ylim(0, 1.34 * top)
    ax.set_xlabel(f"rank of {local.node}", fontsize=8)
    ax.set_ylabel("share of the total orders that agree", fontsize=8)
    plain(ax)
    return ax


def figure1_plot(local: LocalOrder, axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 1: what a partial order says of one class, and the ranks that follow from it."""
    axes = grid_of_axes(1, 2, (7.2, 3.2)).reshape(-1) if axes is None else np.asarray(axes)
    local_order_plot(local, axes[0])
    ranks_plot(local, axes[1])
    return axes
