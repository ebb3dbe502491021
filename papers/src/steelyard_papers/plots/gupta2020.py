"""Figure 1a of Gupta et al. 2020, from the records of `steelyard_papers.reproductions.gupta2020.figure1a`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.style import grid_of_axes, look, plain
from steelyard_papers.plots.greys import GREY, INK, axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from steelyard_papers.reproductions.gupta2020.figure1a import Quadrant

BAR = 0.36


def quadrant_plot(quadrant: Quadrant, ax: Axes | None = None) -> Axes:
    """Draw a situation: the share and the importance of each class, and what three metrics say."""
    ax = axes_or_new(ax, (3.6, 2.6))
    places = np.arange(len(quadrant.sizes))
    for step, heights, colour, name in (
        (-BAR / 2, quadrant.sizes, look(0).colour, "share of the items"),
        (BAR / 2, quadrant.weights, look(1).colour, "importance"),
    ):
        ax.bar(places + step, list(heights.values()), BAR, color=colour, label=name)
    said = {
        "Accuracy": quadrant.accuracy,
        "Balanced Accuracy": quadrant.balanced_accuracy,
        "WBA": quadrant.weighted,
    }
    for line, (metric, value) in enumerate(said.items()):
        chosen = metric == quadrant.enough
        ax.text(
            0.02, 0.97 - 0.11 * line, f"{metric} {value:.3f}{' ←' if chosen else ''}", transform=ax.transAxes,
            va="top", fontsize=8, color=INK if chosen else GREY, fontweight="bold" if chosen else "normal",
        )  # fmt: skip
    ax.set_xticks(places, list(quadrant.sizes))
    ax.set_ylim(0, 1.05)
    plain(ax)
    return ax


def figure1a_plot(quadrants: Sequence[Quadrant], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 1a: sizes alike at the left, skewed at the right; importances alike below, skewed above."""
    axes = grid_of_axes(2, 2, (7.2, 5.4), sharey=True).reshape(-1) if axes is None else np.asarray(axes).reshape(-1)
    for quadrant, ax in zip(quadrants, axes, strict=True):
        quadrant_plot(quadrant, ax)
        sizes = "skewed" if quadrant.skewed_sizes else "alike"
        ax.set_title(f"sizes {sizes}, importances {'skewed' if quadrant.skewed_importance else 'alike'}", fontsize=9)
    axes[-1].legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(0.0, 0.55))
    return axes
