"""Numbers in sentences, as people write them: no exponents, and shares that rounding makes neither all nor none."""

from __future__ import annotations

ROUNDING = 1e-12
"""A sum of weights that differs from 1 by less is 1."""


MILLION = 1_000_000
"""From here on, an amount has six digits before its point."""


def amount(value: float) -> str:
    """Write a count or a total weight: six digits, all that are before the point, and no exponent for large ones.

    Examples
    --------
    >>> from steelyard.counts.plain_numbers import amount
    >>> amount(2983), amount(750.69), amount(173371.61), amount(12345678.9)
    ('2,983', '750.69', '173,372', '12,345,679')
    """
    if not float(value).is_integer() and abs(value) < MILLION:
        return f"{value:,.6g}".replace("1e+06", "1,000,000")
    return f"{round(value):,}"


def percentage(share: float, *, over: str = "over ", under: str = "under ") -> str:
    """Write a share as a whole percent; near 0 and 1 as a bound, with what it begins with.

    Examples
    --------
    >>> from steelyard.counts.plain_numbers import percentage
    >>> percentage(1 / 3), percentage(0.9957), percentage(1.0), percentage(0.001), percentage(0.0)
    ('33 %', 'over 99 %', '100 %', 'under 1 %', '0 %')
    """
    whole = round(100 * share)
    if whole == 100 and share < 1 - ROUNDING:
        return f"{over}99 %"
    if whole == 0 and share > ROUNDING:
        return f"{under}1 %"
    return f"{whole} %"
