"""Distortions: how metrics would move with the class shares and with the number of classes, the classifier the same."""

from steelyard.shares.distortion.distort import distortions, with_added_classes
from steelyard.shares.distortion.result import Distortions, MetricDistortion, Shift

__all__ = ["Distortions", "MetricDistortion", "Shift", "distortions", "with_added_classes"]
