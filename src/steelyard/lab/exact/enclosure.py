"""Enclosures: two decimals of a chosen number of digits between which a real number is proved to lie.

Python's `decimal` rounds +, −, × and ÷ in the direction asked for; its roots, logarithms and exponentials are correctly
rounded to the nearest (the General Decimal Arithmetic Specification), so that one unit in the last place to each side
encloses the true value.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, DivisionByZero, InvalidOperation
from fractions import Fraction
from functools import cache
from typing import NamedTuple

# 999 million: what every build of `decimal` allows. A result beyond it is enclosed by the largest decimal and infinity.
_LARGEST = 999_999_999


class TooCoarse(ArithmeticError):
    """An enclosure that reaches to 0 or beyond, where only something above 0 has a logarithm or a power."""


class Enclosure(NamedTuple):
    """A number lies at or above `low`, and at or below `high`."""

    low: Decimal
    high: Decimal


@cache
def _rounding(digits: int) -> tuple[Context, Context]:
    """Return the arithmetic that rounds down and the one that rounds up."""
    down, up = (
        Context(digits, rounding, -_LARGEST, _LARGEST, traps=[InvalidOperation, DivisionByZero])
        for rounding in (ROUND_FLOOR, ROUND_CEILING)
    )
    return down, up


def of_rational(q: int | Fraction, digits: int) -> Enclosure:
    """Enclose a rational number."""
    down, up = _rounding(digits)
    top, bottom = Decimal(q.numerator), Decimal(q.denominator)
    return Enclosure(down.divide(top, bottom), up.divide(top, bottom))


def plus(a: Enclosure, b: Enclosure, digits: int) -> Enclosure:
    """Enclose a sum."""
    down, up = _rounding(digits)
    return Enclosure(down.add(a.low, b.low), up.add(a.high, b.high))


def times(a: Enclosure, b: Enclosure, digits: int) -> Enclosure:
    """Enclose a product."""
    down, up = _rounding(digits)
    corners = [(x, y) for x in a for y in b]
    return Enclosure(min(down.multiply(x, y) for x, y in corners), max(up.multiply(x, y) for x, y in corners))


def logarithm(a: Enclosure, digits: int) -> Enclosure:
    """Enclose the natural logarithm of a positive number."""
    _check_positive(a)
    down, up = _rounding(digits)
    return Enclosure(down.next_minus(down.ln(a.low)), up.next_plus(up.ln(a.high)))


def exponential(a: Enclosure, digits: int) -> Enclosure:
    """Enclose e to the power of a number."""
    down, up = _rounding(digits)
    return Enclosure(max(Decimal(0), down.next_minus(down.exp(a.low))), up.next_plus(up.exp(a.high)))


def root(a: Enclosure, digits: int) -> Enclosure:
    """Enclose the square root of a positive number."""
    _check_positive(a)
    down, up = _rounding(digits)
    return Enclosure(down.next_minus(down.sqrt(a.low)), up.next_plus(up.sqrt(a.high)))


def power(a: Enclosure, exponent: int | Fraction, digits: int) -> Enclosure:
    """Enclose a rational power of a positive number."""
    if exponent == 1:
        return a
    _check_positive(a)
    if exponent < 0:
        down, up = _rounding(digits)
        below = power(a, -exponent, digits)
        _check_positive(below)  # a power may have vanished below the smallest decimal
        return Enclosure(down.divide(Decimal(1), below.high), up.divide(Decimal(1), below.low))
    if exponent == Fraction(1, 2):
        return root(a, digits)
    return exponential(times(logarithm(a, digits), of_rational(exponent, digits), digits), digits)


def is_narrow(a: Enclosure, significant: int) -> bool:
    """Whether the ends differ by at most 10^−significant of the number."""
    down, up = _rounding(30)
    size = Decimal(0) if a.low <= 0 <= a.high else min(a.low.copy_abs(), a.high.copy_abs())
    return up.subtract(a.high, a.low) <= down.multiply(size, Decimal((0, (1,), -significant)))


def _check_positive(a: Enclosure) -> None:
    if a.low <= 0:
        raise TooCoarse(f"an enclosure from {a.low} to {a.high} may hold 0.")
