"""How much is shown before the rest is only counted."""

TEXT_WIDTH = 80
"""Columns, where no terminal says how many it has."""

MOST_SLICES = 12
"""Slices of a stack."""
