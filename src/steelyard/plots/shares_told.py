"""A share of weights as a picture writes it."""

from __future__ import annotations

from steelyard.show import numbers


def told_share(share: float, *, exact: bool) -> str:
    """Write a share of all weights: to its digits if it was computed, as a chance if weights were drawn.

    Examples
    --------
    >>> told_share(1.0, exact=True), told_share(0.99988, exact=True), told_share(1.0, exact=False)
    ('100.0 %', '99.988 %', '>99.9 %')
    """
    return numbers.share(share) if exact else numbers.short_chance(share)
