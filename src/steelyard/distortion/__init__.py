"""Distortions: how metrics would move with the class shares and with the number of classes, the classifier the same."""

from steelyard.distortion.added_classes import with_added_classes
from steelyard.distortion.distort import distortions
from steelyard.distortion.result import Distortions, MetricDistortion, Shift

__all__ = ["Distortions", "MetricDistortion", "Shift", "distortions", "with_added_classes"]
