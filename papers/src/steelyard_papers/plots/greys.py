"""What the papers' figures share: three greys on white paper, and axes where none are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.plots.style import grid_of_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, GREY, LIGHT = "#333333", "#777777", "#cccccc"
"""Of words, of what is beside the point, and of what is behind it."""


def axes_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the axes given, or those of a new figure."""
    if ax is not None:
        return ax
    made: Axes = grid_of_axes(1, 1, size)[0, 0]
    return made
