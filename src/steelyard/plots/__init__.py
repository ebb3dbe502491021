"""Figures: the only place that imports Matplotlib, when something is drawn. Records hold what a plot shows.

Each function takes a result (or the record made from it) and axes, if wanted, and returns the axes.
"""

from steelyard.plots.classes import classes
from steelyard.plots.confusion import confusion
from steelyard.plots.metrics import metrics
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
from steelyard.plots.saving import save
from steelyard.plots.shares import shares
from steelyard.plots.slices import slices
from steelyard.plots.triangle import triangle
from steelyard.plots.weights import weights
from steelyard.plots.wins import wins

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
    "metrics",
    "save",
    "shares",
    "slices",
    "triangle",
    "weights",
    "wins",
]
