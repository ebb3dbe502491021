"""The edges: count (truth, prediction) pairs where the data lives."""

from steelyard.counts.read.slices import Slices

__all__ = ["Slices"]
