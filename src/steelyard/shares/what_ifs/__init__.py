"""What if classes had other shares: metrics over the share of one class, and where the order of models tips."""

from steelyard.shares.what_ifs.curve import what_if
from steelyard.shares.what_ifs.result import Flip, MetricCurve, PairOrder, WhatIf

__all__ = ["Flip", "MetricCurve", "PairOrder", "WhatIf", "what_if"]
