"""Differences as people read them: with their sign."""

from __future__ import annotations

import math


def signed(value: float, digits: int = 3) -> str:
    """Return a number with its sign, also where all its digits are 0: on which side of 0 it is must be seen.

    Examples
    --------
    >>> signed(0.1234), signed(-0.02), signed(0.0), signed(float("nan"))
    ('+0.123', '−0.020', '+0.000', '–')
    """
    return "–" if math.isnan(value) else f"{value + 0.0:+.{digits}f}".replace("-", "−")
