"""What plots show, as plain records: made from the library's results, without Matplotlib."""

from steelyard.plots.records.matrix import MatrixRecord
from steelyard.plots.records.shares import SharesRecord
from steelyard.plots.records.slices import SlicesRecord
from steelyard.plots.records.values import ClassesRecord, MetricsRecord
from steelyard.plots.records.weight_space import TriangleRecord, WinsRecord
from steelyard.plots.records.weights import WeightsRecord

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
