"""A share as a whole percent, for sentences: never all or none of something where it is not."""

from __future__ import annotations

ROUNDING = 1e-12
"""A sum of weights that differs from 1 by less is 1."""


def percentage(share: float) -> str:
    """Write a share as a whole percent; near 0 and 1 as a bound.

    Examples
    --------
    >>> from steelyard.percentage import percentage
    >>> percentage(1 / 3), percentage(0.9957), percentage(1.0), percentage(0.001), percentage(0.0)
    ('33 %', 'over 99 %', '100 %', 'under 1 %', '0 %')
    """
    whole = round(100 * share)
    if whole == 100 and share < 1 - ROUNDING:
        return "over 99 %"
    if whole == 0 and share > ROUNDING:
        return "under 1 %"
    return f"{whole} %"
