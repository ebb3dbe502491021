"""What a constant of a recorded program was before it was rounded to a double.

Bodies compute some constants in floats before anything is recorded: `np.log(2 * (c.C - 1))`, `1/3`, `np.sqrt(2)`. Taken
as the exact value of the double, a third would not be a third, and log 4 not twice log 2. So a double is taken for

1. itself if it is a whole number or a fraction over a small power of 2;
2. else the fraction p/q, q ≤ 1,000, of which it is the nearest double: 1/3, 0.1; not above 1,000, where doubles lie so
   far apart that more and more of them are near a fraction by chance;
3. else √n, n ≤ 1,000, of which it is the nearest double;
4. else the natural, binary or decimal logarithm of n ≤ 1,000, within one unit in the last place, since libraries round
   logarithms to either neighbour;
5. else the exact value of the double.

Another number is hardly ever taken for one of them: between 0 and 1 some 3·10⁵ doubles of 10¹⁵ and more are near such a
fraction, and a few thousand near such a root or logarithm. A sign is kept: −1/3, −√2, −log 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from steelyard.exact import ieee
from steelyard.exact.ieee import Value

LARGEST = 1_000
"""Denominators and arguments up to here are recognised."""

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
    exact = Fraction(x)
    if exact.denominator <= LARGEST:
        return exact.numerator if exact.denominator == 1 else exact
    if abs(x) > LARGEST:
        return exact
    near = exact.limit_denominator(LARGEST)
    if float(near) == x:
        return near
    found = _root_or_logarithm(abs(x))
    return exact if found is None else found if x > 0 else ieee.negative(found)


def _root_or_logarithm(x: float) -> Value | None:
    squared = round(x * x)
    if squared <= LARGEST and math.sqrt(squared) == x:
        return ieee.square_root(squared)
    for name, (base, log) in LOGARITHMS.items():
        argument = round(base ** min(x, 10))  # 2¹⁰ is above the largest already
        if 1 < argument <= LARGEST and abs(log(argument) - x) <= math.ulp(x):
            return ieee.OPERATIONS[name](argument)
    return None
