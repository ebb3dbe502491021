"""The four pictures of the LMU lecture, from the records of `steelyard_papers.reproductions.lmu.figures`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.style import grid_of_axes, look, plain, shades
from steelyard_papers.plots.greys import GREY, INK, axes_or_new

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from steelyard_papers.reproductions.lmu.figures import Combination, Paradox

PANEL = (3.4, 3.4)
LEVELS = tuple(round(0.1 * k, 1) for k in range(1, 10))


def combination_plot(combination: Combination, ax: Axes | None = None) -> Axes:
    """Draw lines of equal value of a measure over its two rates; dotted, where their arithmetic mean is one half."""
    ax = axes_or_new(ax, PANEL)
    ax.plot([0, 1], [1, 0], color=GREY, linestyle=":", linewidth=1.2, zorder=1)
    drawn = ax.contour(
        combination.rates,
        combination.rates,
        combination.values,
        levels=LEVELS,
        colors=shades(len(LEVELS))[::-1],
        linewidths=1.4,
        zorder=2,
    )
    # A mean of two equal rates is that rate, so that each line passes there.
    for name in ax.clabel(drawn, fmt="%.1f", fontsize=7, colors=INK, manual=[(level, level) for level in LEVELS]):
        name.set_rotation(0)
        name.set_bbox({"pad": 1, "facecolor": ax.get_facecolor(), "linewidth": 0})
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    ax.set_xlabel(combination.first, fontsize=8)
    ax.set_ylabel(combination.second, fontsize=8)
    ax.set_title(combination.title, fontsize=9)
    plain(ax)
    return ax


def combinations_plot(combinations: Sequence[Combination], axes: Any = None) -> NDArray[np.object_]:
    """Draw several measures side by side."""
    if axes is None:
        axes = grid_of_axes(1, len(combinations), (3.2 * len(combinations), 3.4)).reshape(-1)
    axes = np.asarray(axes)
    for combination, ax in zip(combinations, axes, strict=True):
        combination_plot(combination, ax)
    return axes


def paradox_plot(paradox: Paradox, ax: Axes | None = None) -> Axes:
    """Draw the two Gaussian classes, and the rectangle in which f2 says +."""
    ax = axes_or_new(ax, (4.6, 4.2))
    classes = (
        ("−", paradox.negatives, look(0).colour, "o", 0.35, 1),
        ("+", paradox.positives, look(1).colour, "^", 0.95, 3),
    )
    for name, points, colour, marker, alpha, above in classes:
        ax.scatter(
            points[:, 0], points[:, 1], s=10, color=colour, marker=marker, alpha=alpha, linewidths=0, zorder=above,
            label=f"{name}: {len(points):,} items",
        )  # fmt: skip
    (left, right), (low, high) = paradox.rectangle
    ax.plot([left, right, right, left, left], [low, low, high, high, low], color=INK, linewidth=1.4, zorder=4)
    ax.annotate("f₂ says +", (right, low), (4, -2), textcoords="offset points", fontsize=8, color=INK, va="top")
    ax.legend(fontsize=8, frameon=False, loc="upper left")
    ax.set(aspect="equal")
    ax.set_title("The accuracy paradox: f₁ always says −", fontsize=9)
    plain(ax)
    return ax
