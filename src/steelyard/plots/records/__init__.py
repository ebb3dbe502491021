"""What plots show, as plain records: made from the library's results, without Matplotlib."""

from steelyard.plots.records.classes import ClassesRecord
from steelyard.plots.records.matrix import MatrixRecord
from steelyard.plots.records.metrics import MetricsRecord
from steelyard.plots.records.shares import SharesRecord
from steelyard.plots.records.slices import SlicesRecord
from steelyard.plots.records.triangle import TriangleRecord
from steelyard.plots.records.weights import WeightsRecord
from steelyard.plots.records.wins import WinsRecord

__all__ = [
    "ClassesRecord",
    "MatrixRecord",
    "MetricsRecord",
    "SharesRecord",
    "SlicesRecord",
    "TriangleRecord",
    "WeightsRecord",
    "WinsRecord",
]
