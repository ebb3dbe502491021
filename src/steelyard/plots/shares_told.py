"""A share of weights as a picture writes it."""

from __future__ import annotations

from steelyard.display import numbers


def told_share(share: float, *, exact: bool) -> str:
    """Write a share; what was drawn, or only rounds to none or all, is a bound.

    Examples
    --------
    >>> told_share(1.0, exact=True), told_share(1.0, exact=False), told_share(0.9999, exact=True)
    ('100.0 %', '>99.9 %', '>99.9 %')
    """
    if exact and share in (0, 1):
        return numbers.percent(share)
    return "<0.1 %" if share < 0.0005 else ">99.9 %" if share >= 0.9995 else numbers.percent(share)
