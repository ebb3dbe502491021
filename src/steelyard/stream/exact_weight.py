"""Sums of weights without rounding: what was added can be taken back, in any order, and nothing is left over.

Every finite float is a whole multiple of 2⁻¹⁰⁷⁴, so a Python int holds any sum of them exactly.
`fractions.Fraction` would do as well, but takes 5 to 8 times as long for each item: it looks for a common divisor each
time.
"""

from __future__ import annotations

from steelyard.counts.cells.storage import LIMIT

BITS = 1074

ONE = 1 << BITS
"""The weight 1, in units of 2⁻¹⁰⁷⁴."""

SQUARE_OF_ONE = ONE * ONE
"""Its square, in units of 2⁻²¹⁴⁸."""

MOST_BITS = 8192
"""No sum has more: that of the squares of 2⁶⁴ of the largest floats takes 2·(1074 + 1024) + 64."""


def exact(weight: float) -> int:
    """Return a weight in units of 2⁻¹⁰⁷⁴.

    Examples
    --------
    >>> from steelyard.stream.exact_weight import exact, number
    >>> number(exact(0.1) + exact(0.2) - exact(0.1))
    0.2
    """
    if isinstance(weight, int):
        return weight << BITS
    numerator, denominator = weight.as_integer_ratio()
    return numerator << (BITS + 1 - denominator.bit_length())


def square_number(units: int) -> float:
    """Return a sum of squares as the nearest float."""
    try:
        return units / SQUARE_OF_ONE
    except OverflowError:
        return float("inf")


def number(units: int) -> int | float:
    """Return a sum as the nearest number: an int if it is whole and of 64 bits, else a float."""
    if not units & (ONE - 1) and units < LIMIT << BITS:
        return units >> BITS
    try:
        return units / ONE  # Python rounds the quotient of two ints correctly, whatever their size
    except OverflowError:
        return float("inf")


def packed(units: int) -> list[int]:
    """Return a sum as odd·2^shift: two small ints, for a file."""
    shift = max(0, (units & -units).bit_length() - 1)
    return [units >> shift, shift]


def unpacked(odd: int, shift: int) -> int:
    """Return what `packed` took apart."""
    if shift > MOST_BITS:
        raise ValueError(f"the shift {shift} should be at most {MOST_BITS}")
    return odd << shift
