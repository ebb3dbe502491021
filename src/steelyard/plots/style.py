"""Figures of your own in the style of ours: axes without pyplot, the look of each model, inks that fit dark grounds.

>>> import steelyard as sy
>>> ax = sy.plots.style.grid_of_axes(1, 1, (4.0, 3.0))[0, 0]
>>> inks, tree = sy.plots.style.Inks.of(ax), sy.plots.style.look(0)
>>> _ = ax.plot([0, 1], [0.6, 0.7], **tree.marks(inks))
>>> sy.plots.style.plain(ax)
"""

from steelyard.plots.canvas import Inks, grid_of_axes, gridded, plain, shades
from steelyard.plots.marks import Look, look

__all__ = ["Inks", "Look", "grid_of_axes", "gridded", "look", "plain", "shades"]
