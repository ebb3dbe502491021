"""How much is shown before the rest is only counted."""

TEXT_WIDTH = 80
"""Columns, where no terminal says how many it has."""

MOST_SLICES = 12
"""Models of a stack, side by side."""

MOST_ROWS = 36
"""Slices of a stack, one below the other."""
