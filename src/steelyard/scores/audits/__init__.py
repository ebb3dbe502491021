"""Audits of score metrics: properties that they should have, and the shortest lists of items that refute them."""
