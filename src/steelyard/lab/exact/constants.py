"""What a number was before it was rounded to a double: a constant of a recorded program, or a weight.

Bodies compute some constants in floats before anything is recorded: `np.log(2 * (c.C - 1))`, `1/3`, `np.sqrt(2)`. Taken
as the exact value of the double, a third would not be a third, and log 4 not twice log 2. So a double is taken for

1. itself if it is a whole number below 2⁵³ or a fraction over a small power of 2;
2. else the fraction p/q, q ≤ 1,000, of which it is the nearest double: 1/3, 0.1; not above 1,000, where doubles lie so
   far apart that more and more of them are near a fraction by chance;
3. else √n, n ≤ 1,000, of which it is the nearest double;
4. else the natural, binary or decimal logarithm of n ≤ 1,000, within one unit in the last place, since libraries round
   logarithms to either neighbour;
5. else the decimal of at most 12 significant digits of which it is the nearest double: 0.4321, 1e-12;
6. else the exact value of the double.

No double is near both a fraction of rule 2 and another decimal of rule 5: these differ by at least 1/(1,000·10¹²) of
their value, doubles by 2⁻⁵². Another number is hardly ever taken for one of them: of 10¹⁵ doubles and more between 0
and 1, some 3·10⁵ are near such a fraction and a few thousand near such a root or logarithm; one in 10⁴ is near such a
decimal. A sign is kept: −1/3, −√2, −log 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from steelyard.lab.exact import ieee
from steelyard.lab.exact.ieee import Value

LARGEST = 1_000
"""Denominators and arguments up to here are recognised."""

DIGITS = 12
"""Significant digits of decimals that are recognised."""

LOGARITHMS: dict[str, tuple[float, Callable[[float], float]]] = {
    "log": (math.e, math.log),
    "log2": (2, math.log2),
    "log10": (10, math.log10),
}


def unrounded(x: float) -> Value:
    """Return the exact number that a constant stands for; NaN and infinities stay.

    Examples
    --------
    >>> print(unrounded(1 / 3), unrounded(math.sqrt(2)), unrounded(math.log(4)))
    1/3 √2 1.386294361…
    """
    if not math.isfinite(x):
        return x
    known = recognised(x)
    number = Fraction(x) if known is None else known
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def recognised(x: float) -> Value | None:
    """Return the fraction, root, logarithm or decimal that a finite double stands for; None if it is only itself."""
    small = _small_fraction(x)
    if small is not None:
        return small
    other = _root_or_logarithm(abs(x))
    if other is not None:
        return other if x > 0 else ieee.negative(other)
    return _short_decimal(x)


def fraction(x: float) -> Fraction | None:
    """Return the fraction or the decimal that a finite double stands for, by rules 1, 2 and 5; None if there is none.

    Examples
    --------
    >>> print(fraction(1 / 3), fraction(0.4321), fraction(0.1 + 0.2))
    1/3 4321/10000 None
    """
    small = _small_fraction(x)
    return _short_decimal(x) if small is None else small


def _small_fraction(x: float) -> Fraction | None:
    exact = Fraction(x)
    if exact.denominator <= LARGEST and abs(x) < 2**53:
        return exact
    near = exact.limit_denominator(LARGEST)
    return near if abs(x) <= LARGEST and float(near) == x else None


def _short_decimal(x: float) -> Fraction | None:
    short = f"{x:.{DIGITS}g}"
    return Fraction(short) if float(short) == x else None


def _root_or_logarithm(x: float) -> Value | None:
    if x > LARGEST:
        return None
    squared = round(x * x)
    if squared <= LARGEST and math.sqrt(squared) == x:
        return ieee.square_root(squared)
    for name, (base, log) in LOGARITHMS.items():
        argument = round(base ** min(x, 10))  # 2¹⁰ is above the largest already
        if 1 < argument <= LARGEST and abs(log(argument) - x) <= math.ulp(x):
            return ieee.OPERATIONS[name](argument)
    return None
