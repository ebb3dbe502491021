"""Lines of several models over a weight or a share, with marks on them and where the best one changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.canvas import gridded, plain
from steelyard.plots.inks import Inks
from steelyard.plots.looks import look
from steelyard.plots.named_axis import refuse_names
from steelyard.plots.names import isolated
from steelyard.plots.points import UNDEFINED
from steelyard.plots.records.crossing import Crossing
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MARKS = 7
"""On each line, so that lines are told apart without colour; those of different lines stand beside each other."""


def draw_lines(ax: Axes, at: Floats, lines: Sequence[Floats], names: Sequence[str], within: Floats) -> list[Any]:
    """Draw lines and return their artists; `within` are the places among which marks are spread evenly."""
    inks, drawn = Inks.of(ax), []
    refuse_names(ax, "y")
    for k, values in enumerate(lines):
        seen = look(k)
        steps = (np.arange(MARKS) + (k + 0.5) / len(lines)) / MARKS * (len(within) - 1)
        every = np.unique(np.searchsorted(at, within[steps.astype(int)])).tolist()
        (line,) = ax.plot(
            at, values, linestyle=seen.line, linewidth=1.6, markevery=every, label=names[k], zorder=2,
            **seen.marks(inks, 4.5),
        )  # fmt: skip
        drawn.append(line)
    if not any(map(_visible, lines)):
        ax.text(0.5, 0.5, UNDEFINED, transform=ax.transAxes, ha="center", va="center", color=inks.grey)
    gridded(ax, "y")
    plain(ax, "small")
    return drawn


def _visible(values: Floats) -> bool:
    """Return whether there is something of a line: two values beside each other."""
    known = np.isfinite(values)
    return bool((known[1:] & known[:-1]).any())


def told_lines(drawn: Sequence[Any], lines: Sequence[Floats], names: Sequence[str]) -> list[tuple[Any, str]]:
    """Return what a legend says of lines: their names, and which of them cannot be drawn."""
    return [
        (artist, name if _visible(values) else f"{isolated(name)}, {UNDEFINED}")
        for artist, values, name in zip(drawn, lines, names, strict=True)
    ]


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
