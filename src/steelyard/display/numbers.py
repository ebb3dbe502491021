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
    return UNDEFINED if number is None or math.isnan(number) else f"{number + 0.0:.{digits}f}"


def percent(share: float | None) -> str:
    """Write a share as a percentage."""
    return "" if share is None or math.isnan(share) else f"{100 * share + 0.0:.1f} %"


def weight(share: float) -> str:
    """Write a class weight: three decimals, or the leading digits of a small one."""
    return f"{share:.3f}" if share >= 0.0005 or share == 0 else f"{share:.1g}"
