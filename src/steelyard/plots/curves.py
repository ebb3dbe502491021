"""Lines of several models over a weight or a share, with marks on them and where the best one changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.inks import Inks
from steelyard.plots.looks import look
from steelyard.plots.records.crossing import Crossing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = np.ndarray[Any, np.dtype[np.float64]]

MARKS = 7
"""On each line, so that lines are told apart without colour; those of different lines stand beside each other."""


def draw_lines(ax: Axes, at: Floats, lines: Sequence[Floats], names: Sequence[str], within: Floats) -> list[Any]:
    """Draw lines and return their artists; `within` are the places among which marks are spread evenly."""
    inks, drawn = Inks.of(ax), []
    for k, values in enumerate(lines):
        seen = look(k)
        steps = (np.arange(MARKS) + (k + 0.5) / len(lines)) / MARKS * (len(within) - 1)
        every = np.unique(np.searchsorted(at, within[steps.astype(int)])).tolist()
        (line,) = ax.plot(
            at, values, linestyle=seen.line, linewidth=1.6, markevery=every, label=names[k], zorder=2,
            **seen.marks(inks, 4.5),
        )  # fmt: skip
        drawn.append(line)
    ax.grid(axis="y", color=inks.light, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize="small")
    return drawn


def draw_now(ax: Axes, at: float, told: str) -> None:
    """Draw a line where things are now, with its name on top."""
    inks = Inks.of(ax)
    ax.axvline(at, color=inks.grey, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    ax.text(
        at, 1.01, told, transform=ax.get_xaxis_transform(), ha="center", va="bottom", fontsize="x-small",
        color=inks.grey,
    )  # fmt: skip


def draw_crossings(ax: Axes, found: Sequence[Crossing], told: Callable[[float], str]) -> None:
    """Ring where the best model changes, and tell the place beside it."""
    inks = Inks.of(ax)
    if not found:
        return
    from matplotlib.patheffects import withStroke  # noqa: PLC0415

    ax.plot(
        [crossing.at for crossing in found], [crossing.value for crossing in found], linestyle="none", marker="o",
        markersize=9, markerfacecolor="none", markeredgecolor=inks.ink, markeredgewidth=1.2, zorder=4,
        label="the best model changes",
    )  # fmt: skip
    for crossing in found:
        ax.annotate(
            told(crossing.at), (crossing.at, crossing.value), xytext=(0, 8), textcoords="offset points", ha="center",
            va="bottom", fontsize="x-small", color=inks.ink, zorder=5,
            path_effects=[withStroke(linewidth=2.5, foreground=inks.paper)],
        )  # fmt: skip
