"""Sums of weights without rounding: what was added can be taken back, in any order, and nothing is left over.

Every finite float is a whole multiple of 2⁻¹⁰⁷⁴, so a Python int holds any sum of them exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.cells.whole import LIMIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

BITS = 1074

ONE = 1 << BITS
"""The weight 1, in units of 2⁻¹⁰⁷⁴."""

SQUARE_OF_ONE = ONE * ONE
"""Its square, in units of 2⁻²¹⁴⁸."""

MOST_BITS = 8192
"""No sum has more: that of the squares of 2⁶⁴ of the largest floats takes 2·(1074 + 1024) + 64."""

DIGITS, HALF = 53, 26
"""Binary digits of a float, and about half of them."""

USUAL_BITS = 120
SMALL, LARGE = 2.0**-67, 2.0**800
"""Floats between these are multiples of 2⁻¹¹⁹, and stay floats if multiplied by 2¹²⁰."""


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
    if SMALL <= weight < LARGE:  # in less than half the time
        return int(weight * 2.0**USUAL_BITS) << (BITS - USUAL_BITS)
    numerator, denominator = weight.as_integer_ratio()
    return numerator << (BITS + 1 - denominator.bit_length())


def exact_sums(codes: NDArray[np.intp], weights: NDArray[np.float64], size: int) -> list[int]:
    """Return the sum of the weights of each code below `size`, in units of 2⁻¹⁰⁷⁴."""
    return _summed(codes, *_digits(weights), size)


def exact_square_sums(codes: NDArray[np.intp], weights: NDArray[np.float64], size: int) -> list[int]:
    """Return the sum of the squared weights of each code below `size`, in units of 2⁻²¹⁴⁸.

    With the digits h·2²⁶ + l of a weight, its square has h²·2⁵² + 2hl·2²⁶ + l², each below 2⁵⁴.
    """
    whole, shifts = _digits(weights)
    high, low = whole >> HALF, whole & (2**HALF - 1)
    terms = ((high * high, 2 * HALF), (high * low, HALF + 1), (low * low, 0))
    parts = [_summed(codes, term, 2 * shifts + shift, size) for term, shift in terms]
    return [sum(part) for part in zip(*parts, strict=True)]


def _digits(weights: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return weights as whole numbers of 53 bits, shifted to the left by so many units of 2⁻¹⁰⁷⁴."""
    fractions, exponents = np.frexp(weights)
    whole = np.ldexp(fractions, DIGITS).astype(np.int64)
    shifts = exponents.astype(np.int64) + (BITS - DIGITS)
    # A subnormal number has fewer digits: the last ones of the 53 are 0.
    whole >>= np.maximum(-shifts, 0)
    return whole, np.maximum(shifts, 0)


def _summed(codes: NDArray[np.intp], whole: NDArray[np.int64], shifts: NDArray[np.int64], size: int) -> list[int]:
    """Return the sum of the shifted numbers of each code.

    Those of one code and one shift are added as whole numbers, in halves, so that they cannot overflow within 2³⁵
    items; only these sums become Python ints.
    """
    span = int(shifts.max(initial=0)) + 1
    keys, groups = np.unique(codes * span + shifts, return_inverse=True)
    low, high = np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.int64)
    np.add.at(low, groups, whole & (2**HALF - 1))
    np.add.at(high, groups, whole >> HALF)
    sums = [0] * size
    for key, lower, higher in zip(keys.tolist(), low.tolist(), high.tolist(), strict=True):
        code, shift = divmod(key, span)
        sums[code] += ((higher << HALF) + lower) << shift
    return sums


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
