"""A plot of rows, each with a place for every model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.plots.canvas import gridded, plain
from steelyard.plots.inks import Inks
from steelyard.plots.named_axis import refuse_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 0.7
"""Of a row, that the models share."""


def row_height(models: int) -> float:
    """Return the inches of a row."""
    return 0.18 + 0.08 * models


def offsets(models: int) -> list[float]:
    """Return the places of the models within a row, the first on top.

    Examples
    --------
    >>> offsets(1), offsets(2)
    ([0.0], [-0.175, 0.175])
    """
    return [ROOM * ((k + 0.5) / models - 0.5) for k in range(models)]


def banded(ax: Axes, rows: int) -> None:
    """Shade every other row, draw a fine grid for values, and take away the lines that carry nothing."""
    inks = Inks.of(ax)
    refuse_names(ax, "x")
    for row in range(1, rows, 2):
        ax.axhspan(row - 0.5, row + 0.5, color=inks.mixed(0.05), linewidth=0, zorder=0)
    gridded(ax, "x")
    plain(ax, "small", rows=True)
