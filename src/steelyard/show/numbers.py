"""Numbers as people read them, differences with their sign, shares as bars; and how much is shown at most."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from steelyard.counts.labels import amount, percentage
from steelyard.show.parts import BLOCKS, Marks

if TYPE_CHECKING:
    from steelyard.counts.confusion import Confusion


TEXT_WIDTH = 80
"""Columns, where no terminal says how many it has."""

MOST_SLICES = 12
"""Models of a stack, side by side."""

MOST_ROWS = 36
"""Slices of a stack, one below the other, where all that a result holds is folded away."""

ALL_ROWS = 1000
"""The same where someone asked to see all."""


# Numbers as people read them.


UNDEFINED = "undefined"


def count(value: float) -> str:
    """Write a count or a total weight."""
    return amount(value)


def items(total: float) -> str:
    """Write how many items there are, or what they weigh."""
    return (
        f"{count(total)} item{'' if total == 1 else 's'}"
        if float(total).is_integer()
        else f"items of total weight {count(total)}"
    )


def counted(cm: Confusion) -> str:
    """Write how many items a matrix counts, and what they weigh if they have weights."""
    return f"{count(cm.items)} items of total weight {count(cm.total)}" if cm.is_weighted else items(cm.total)


def classes(number: int) -> str:
    """Write how many classes there are."""
    return "1 class" if number == 1 else f"{number:,} classes"


def value(number: float | None, digits: int = 3) -> str:
    """Write a metric's value."""
    return UNDEFINED if number is None or math.isnan(number) else with_minus(number, digits)


def between(low: float, high: float) -> str:
    """Write the ends of an interval.

    Examples
    --------
    >>> from steelyard.show.numbers import between
    >>> between(0.5751, 0.6229), between(-2.5, -0.25)
    ('0.575–0.623', '−2.500 to −0.250')
    """
    return _joined(value(low), value(high))


def closely_between(low: float, high: float) -> str:
    """Write the ends of an interval in as few columns as can be, for tables with several.

    Parameters
    ----------
    low, high
        The ends.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.closely_between(0.5751, 0.6229), sy.extending.closely_between(-0.0312, 1.0)
    ('.575–.623', '−.031–1.00')
    """
    return _joined(_short(low), _short(high))


def _joined(low: str, high: str) -> str:
    return f"{low} to {high}" if high.startswith("−") else f"{low}–{high}"


def _short(number: float) -> str:
    """Write a number without the 0 before its point, and 1 as wide as the others."""
    shown = value(number)
    if shown in ("1.000", "−1.000"):
        return shown[:-1]
    return shown.replace("0.", ".", 1) if abs(number) < 1 else shown


def percent(part: float | None) -> str:
    """Write a part of a range as a percentage, with one decimal, for a column; nothing if it is undefined."""
    return "" if part is None or math.isnan(part) else f"{100 * part + 0.0:.1f} %"


def share(part: float) -> str:
    """Write the share of a class: two digits of what tells it from none or from all, one decimal at least.

    Examples
    --------
    >>> from steelyard.show.numbers import share
    >>> share(0.229), share(0.00123), share(0.99985)
    ('22.9 %', '0.12 %', '99.985 %')
    """
    return f"{100 * part:.{_digits_of_share(part)}f} %"


def round_share(part: float) -> str:
    """Write a share that someone chose: as few digits as it has, at most as many as `share`.

    Examples
    --------
    >>> from steelyard.show.numbers import round_share
    >>> round_share(0.001), round_share(0.1), round_share(0.999), round_share(1 / 3)
    ('0.1 %', '10 %', '99.9 %', '33.3 %')
    """
    return f"{round(100 * part, _digits_of_share(part)):.15g} %"


def _digits_of_share(part: float) -> int:
    nearer = float(f"{100 * min(part, 1 - part):.2g}")
    return 1 if nearer <= 0 else max(1, 1 - math.floor(math.log10(nearer)))


def short_percentage(share: float) -> str:
    """Write a share as a whole percent for a table; near 0 and 1 as a bound.

    Examples
    --------
    >>> from steelyard.show.numbers import short_percentage
    >>> short_percentage(0.25), short_percentage(0.9957), short_percentage(0.001)
    ('25 %', '>99 %', '<1 %')
    """
    return percentage(share, over=">", under="<")


def p_value(p: float) -> str:
    """Write a p-value with what it is beside "p".

    Examples
    --------
    >>> from steelyard.show.numbers import p_value
    >>> p_value(0.0412), p_value(0.00004), p_value(1.0)
    ('= 0.041', '< 0.001', '= 1')
    """
    return "< 0.001" if p < 0.001 else f"= {p:.2g}"


def chance(probability: float, *, below: str = "below ", above: str = "above ", unknown: str = "unknown") -> str:
    """Write how often something happened in draws: these never make certain, so 0 and 1 are bounds.

    Examples
    --------
    >>> from steelyard.show.numbers import chance, short_chance
    >>> chance(0.712), chance(0.052), chance(1.0), chance(0.0002), chance(float("nan"))
    ('71 %', '5.2 %', 'above 99.9 %', 'below 0.1 %', 'unknown')
    >>> short_chance(0.712), short_chance(1.0), short_chance(0.0002), short_chance(float("nan"))
    ('71 %', '>99.9 %', '<0.1 %', '–')
    """
    if not math.isfinite(probability):
        return unknown
    if probability < 0.0005:
        return f"{below}0.1 %"
    if probability >= 0.9995:
        return f"{above}99.9 %"
    return f"{100 * probability:.0f} %" if 0.1 <= probability <= 0.9 else f"{100 * probability:.1f} %"


def short_chance(probability: float) -> str:
    """Write the same for a table."""
    return chance(probability, below="<", above=">", unknown="–")


def weight(share: float) -> str:
    """Write a class weight: three decimals, or the leading digits of a small one."""
    return f"{share:.3f}" if share >= 0.0005 or share == 0 else f"{share:.1g}"


# Differences as people read them: with their sign.


MOST_DIGITS, SMALLEST = 9, 1e-9
"""Decimals of a number, and what is 0 beside them."""


def signed(value: float, digits: int = 3) -> str:
    """Return a number with its sign, also where all its digits are 0: on which side of 0 it is must be seen.

    Parameters
    ----------
    value
        The number; NaN is a dash.
    digits
        Decimals.

    Examples
    --------
    >>> import steelyard as sy
    >>> signed = sy.extending.signed
    >>> signed(0.1234), signed(-0.02), signed(0.0), signed(float("nan"))
    ('+0.123', '−0.020', '+0.000', '–')
    """
    return "–" if math.isnan(value) else f"{value + 0.0:+.{digits}f}".replace("-", "−")


def minus(written: str) -> str:
    """Return a written number with a proper minus sign before it; one in its exponent stays.

    Examples
    --------
    >>> minus("-1/2"), minus("0.5"), minus("-1e-05")
    ('−1/2', '0.5', '−1e-05')
    """
    return f"−{written[1:]}" if written.startswith("-") else written


def with_minus(value: float, digits: int = 3) -> str:
    """Return a number with a proper minus sign, and none before 0.000.

    Examples
    --------
    >>> with_minus(0.1234), with_minus(-0.02), with_minus(-0.0001)
    ('0.123', '−0.020', '0.000')
    """
    shown = f"{value:.{digits}f}"
    return shown.lstrip("-") if float(shown) == 0 else shown.replace("-", "−")


def digits_of(*sizes: float) -> int:
    """Return how many decimals show all of some numbers, such as the ends and the width of an interval: at least three.

    Examples
    --------
    >>> digits_of(-0.054, 0.02), digits_of(0.00031, 0.05), digits_of(2.2e-6)
    (3, 4, 6)
    """
    known = [abs(size) for size in sizes if math.isfinite(size) and abs(size) > SMALLEST]
    return min(MOST_DIGITS, max([3, *(math.ceil(-math.log10(size)) for size in known)]))


# A share as a bar of a few characters.


LENGTH = 8


def bar(share: float, marks: Marks = BLOCKS, length: int = LENGTH) -> str:
    """Return a bar for a share from 0 to 1; nothing if it is undefined.

    Examples
    --------
    >>> from steelyard.show.numbers import bar
    >>> from steelyard.show.parts import ASCII
    >>> bar(0.3), bar(0.3, ASCII), bar(float("nan"))
    ('██▍·····', '##......', '')
    """
    if math.isnan(share):
        return ""
    parts = len(marks.part) + 1
    steps, part = divmod(round(min(max(share, 0.0), 1.0) * length * parts), parts)
    return (marks.full * steps + (marks.part[part - 1] if part else "")).ljust(length, marks.rest)
