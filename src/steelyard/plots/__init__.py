"""Figures: the only place that imports Matplotlib. Each function takes a record and axes, and returns the axes."""
