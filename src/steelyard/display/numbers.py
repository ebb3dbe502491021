"""Numbers as people read them."""

from __future__ import annotations

import math

UNDEFINED = "undefined"


def count(value: float) -> str:
    """Write a count or a total weight."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.6g}"


def items(total: float) -> str:
    """Write how many items there are, or what they weigh."""
    return f"{count(total)} items" if float(total).is_integer() else f"items that weigh {count(total)}"


def value(number: float | None, digits: int = 3) -> str:
    """Write a metric's value."""
    return UNDEFINED if number is None or math.isnan(number) else f"{round(number, digits) + 0.0:.{digits}f}"


def between(low: float, high: float) -> str:
    """Write the ends of an interval.

    Examples
    --------
    >>> from steelyard.display.numbers import between, closely_between
    >>> between(0.5751, 0.6229), closely_between(0.5751, 0.6229)
    ('0.575–0.623', '.575–.623')
    >>> closely_between(-0.0312, 1.0), between(-2.5, -0.25)
    ('-.031–1.00', '-2.500 to -0.250')
    """
    return _joined(value(low), value(high))


def closely_between(low: float, high: float) -> str:
    """Write the ends of an interval in as few columns as can be, for tables with several."""
    return _joined(_short(low), _short(high))


def _joined(low: str, high: str) -> str:
    return f"{low} to {high}" if high.startswith("-") else f"{low}–{high}"


def _short(number: float) -> str:
    """Write a number without the 0 before its point, and 1 as wide as the others."""
    shown = value(number)
    if shown in ("1.000", "-1.000"):
        return shown[:-1]
    return shown.replace("0.", ".", 1) if abs(number) < 1 else shown


def percent(share: float | None) -> str:
    """Write a share as a percentage."""
    return "" if share is None or math.isnan(share) else f"{100 * share + 0.0:.1f} %"


def weight(share: float) -> str:
    """Write a class weight: three decimals, or the leading digits of a small one."""
    return f"{share:.3f}" if share >= 0.0005 or share == 0 else f"{share:.1g}"
