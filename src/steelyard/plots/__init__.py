"""Figures: the only place that imports Matplotlib, when something is drawn. Records hold what a plot shows.

Each function takes a result (or the record made from it) and axes, if wanted, and returns the axes. `style` has what
figures of your own are drawn with to look like these.
"""

from steelyard.plots import style
from steelyard.plots.canvas import save
from steelyard.plots.confusion import confusion
from steelyard.plots.distortion import curves
from steelyard.plots.over_weights import shares, weights
from steelyard.plots.records import (
    ClassesRecord,
    MatrixRecord,
    MetricsRecord,
    SharesRecord,
    SlicesRecord,
    TriangleRecord,
    WeightsRecord,
    WinsRecord,
)
from steelyard.plots.score_curves import score_curves
from steelyard.plots.slices import slices
from steelyard.plots.values import classes, metrics
from steelyard.plots.weight_space import triangle, wins

__all__ = [
    "ClassesRecord",
    "MatrixRecord",
    "MetricsRecord",
    "SharesRecord",
    "SlicesRecord",
    "TriangleRecord",
    "WeightsRecord",
    "WinsRecord",
    "classes",
    "confusion",
    "curves",
    "metrics",
    "save",
    "score_curves",
    "shares",
    "slices",
    "style",
    "triangle",
    "weights",
    "wins",
]
