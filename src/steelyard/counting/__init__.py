"""The edges: count (truth, prediction) pairs where the data lives."""

from steelyard.counting.count import Counted, count_labels

__all__ = ["Counted", "count_labels"]
