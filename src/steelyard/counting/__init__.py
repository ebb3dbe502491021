"""The edges: count (truth, prediction) pairs where the data lives."""

from steelyard.counting.count import Counted, count_labels
from steelyard.counting.slices import Slices

__all__ = ["Counted", "Slices", "count_labels"]
