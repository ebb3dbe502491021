"""What the slides start from."""

from __future__ import annotations

# The slide on confusion matrices: rows are the truth, NO first, as here.
EXAMPLE = [[50, 10], [5, 100]]
LABELS = ("NO", "YES")
