"""The edges: count (truth, prediction) pairs where the data lives."""

from steelyard.counts.read.count import Counted, count_labels
from steelyard.counts.read.slices import Slices

__all__ = ["Counted", "Slices", "count_labels"]
