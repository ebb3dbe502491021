"""Figures: the only place that imports Matplotlib, when something is drawn. Records hold what a plot shows.

Each function takes a result (or the record made from it) and axes, if wanted, and returns the axes. `style` has what
figures of your own are drawn with to look like these.
"""

from steelyard.plots import style
from steelyard.plots.canvas import save
from steelyard.plots.confusion import MatrixRecord, confusion
from steelyard.plots.distortion import curves
from steelyard.plots.line_records import SharesRecord, WeightsRecord
from steelyard.plots.over_weights import shares, weights
from steelyard.plots.score_curves import score_curves
from steelyard.plots.slices import SlicesRecord, slices
from steelyard.plots.value_records import ClassesRecord, MetricsRecord
from steelyard.plots.values import classes, metrics
from steelyard.plots.weight_space import TriangleRecord, WinsRecord, triangle, wins

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
