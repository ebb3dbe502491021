"""Numbers as they stand in the tables of experiments."""

from __future__ import annotations

import math

DECIMALS = 6
"""More than folds and data sets can tell, and enough to compute with."""


def rounded(value: float | None) -> float | None:
    """Return a value as it stands in a table; None if there is none.

    Examples
    --------
    >>> rounded(1 / 3), rounded(-1e-9), rounded(float("nan"))
    (0.333333, 0.0, None)
    """
    if value is None or math.isnan(value):
        return None
    return round(value, DECIMALS) + 0.0  # no −0
