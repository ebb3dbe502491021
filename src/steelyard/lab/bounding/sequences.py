"""What a sequence of values tends to, as a ratio grows by the same factor at each step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

SLOWEST = 0.9
"""Distances to a limit shrink at least by this factor at each step; what shrinks more slowly has no limit we know."""

NOISE = 1e-14
"""Distances below this are rounding."""

LARGEST_DENOMINATOR = 1_000
"""Of a limit that is named as a fraction."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: its value, infinite if the sequence grows without bound; and its name, if it is a simple fraction."""

    value: float
    name: str | None


def limit_of(values: Sequence[float], noise: float = NOISE, unit: float = 1.0) -> Limit | None:
    """Return the limit of a sequence whose distances shrink geometrically; None if they do not.

    A last step below the noise, in units of the metric, has arrived. The limit is named as a fraction only if the
    distances of all values from that fraction shrink as well.

    Examples
    --------
    >>> limit_of([1 / 6 + 0.1 * r for r in (1e-3, 1e-6, 1e-9)]).name
    '1/6'
    >>> limit_of([0.61 + 0.1 * r for r in (1e-3, 1e-6, 1e-9)]).value
    0.61
    >>> limit_of([1e3, 1e6, 1e9]).value
    inf
    >>> limit_of([0.1, 0.2, 0.1]) is None
    True
    >>> limit_of([1 / k for k in (1, 2, 3, 4)]) is None
    True
    """
    steps = [after - before for before, after in pairwise(values)]
    last, step = values[-1], steps[-1]
    if _grows(values, unit):
        return Limit(math.copysign(math.inf, step), None)
    guess = last
    if abs(step) > noise * max(unit, abs(last)):
        ratios = [after / before if before else math.inf for before, after in pairwise(steps)]
        if not all(0 < ratio <= SLOWEST for ratio in ratios) or _slows(ratios):
            return None
        guess = last + step * ratios[-1] / (1 - ratios[-1])  # Aitken: exact for distances that shrink geometrically
    return _named(guess, values, max(100 * noise * unit, abs(step) / 100))


def _slows(ratios: Sequence[float]) -> bool:
    """Return whether distances shrink by less and less, as those of 1/log: then there is no telling where to."""
    return any(after > 1.2 * before + 0.02 for before, after in pairwise(ratios))


def _named(guess: float, values: Sequence[float], tolerance: float) -> Limit:
    # So few fractions that a number taken at random would hardly be as near to one of them.
    largest = int(min(LARGEST_DENOMINATOR, max(1.0, 0.1 / math.sqrt(tolerance))))
    fraction = Fraction(guess).limit_denominator(largest)
    near = abs(float(fraction) - guess) <= min(tolerance, 0.01)
    distances = [abs(value - float(fraction)) for value in values]
    shrink = all(after <= SLOWEST * before or after <= tolerance for before, after in pairwise(distances))
    if near and shrink:
        return Limit(float(fraction), str(fraction))
    return Limit(guess, None)


def _grows(values: Sequence[float], unit: float) -> bool:
    """Return whether every value is at least ten times the one before it, and beyond 1,000 units."""
    return abs(values[-1]) > 1_000 * unit and all(abs(after) >= 10 * abs(before) for before, after in pairwise(values))
