"""The edges: count (truth, prediction) pairs where the data lives."""

from steelyard.counts.read.chosen_columns import Slices

__all__ = ["Slices"]
