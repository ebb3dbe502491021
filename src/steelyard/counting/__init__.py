"""The edges: count (truth, prediction) pairs where the data lives."""
