"""What the draws of a difference say: which model is better, with what probability, and how surprising it is."""

from __future__ import annotations

import math

import numpy as np

from steelyard.intervals.interval import NORMAL, Draws, Floats, _normal_quantile

ROUNDING = 1e-12
"""Values closer than this are the same: the same fractions, added in another order."""

MOVED = ("bootstrap", "bca")
"""Intervals of which the draws are off the truth by their bias."""

SEEN = 10
"""Draws on the other side of 0 that a p-value by counting needs; with fewer, the normal tail continues it."""


def differences(first: Floats, second: Floats) -> Floats:
    """Return first values less second ones; 0 where they differ by rounding alone.

    Examples
    --------
    >>> import numpy as np
    >>> differences(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25]))
    array([0.  , 0.25])
    """
    found = first - second
    return np.where(np.abs(found) <= ROUNDING * np.maximum(np.abs(first), np.abs(second)), 0.0, found)


def standing(draws: Draws, method: str) -> Draws:
    """Return draws of a difference that stand for the truth: of a bootstrap, moved by twice their bias.

    Ties are kept: in a draw with a difference of 0 neither model is better. Moved, all these draws would speak for one
    of them, by as little as the rounding of a mean.
    """
    if method not in MOVED or not len(draws.values):
        return draws
    values = np.where(draws.values == 0, 0.0, draws.corrected().values)
    return Draws(np.sort(values), draws.estimate, draws.acceleration, draws.bounds, draws.undefined)


def are_still(draws: Draws) -> bool:
    """Whether draws are all alike but for rounding."""
    return bool(np.ptp(draws.values) <= ROUNDING * np.abs(draws.values).max())


def chances(draws: Draws, sign: int, rope: float) -> tuple[float, float, float]:
    """Return the probabilities that a is better, that b is, and that the difference is within the rope.

    `sign`: −1 if smaller values are better. Without a rope, a tie counts half for each.
    """
    if not len(draws.values):
        return math.nan, math.nan, math.nan
    if rope == 0:
        below = draws.share_below(0.0)
        above, within = 1 - below, 0.0
    else:
        above, below = float((draws.values > rope).mean()), float((draws.values < -rope).mean())
        within = max(0.0, 1 - above - below)
    return (above, below, within) if sign > 0 else (below, above, within)


def p_value(draws: Draws, method: str, fewest: int = 0) -> float:
    """Return how surprising the estimate would be if the truth were 0: the least 1 − level whose interval leaves 0 out.

    Parameters
    ----------
    draws
        As they come.
    method
        That of the interval, as for `Draws.ends`.
    fewest
        Units of the smallest class, for draws that are all alike: as many throws of a coin fell on the same side.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.intervals.interval import Draws
    >>> round(p_value(Draws.of(np.arange(-50.0, 950.0), 450.0), "percentile"), 3)
    0.102
    """
    count = len(draws.values)
    if not count:
        return math.nan
    if are_still(draws):
        return 1.0 if draws.values[0] == 0 else min(1.0, max(2.0 ** (1 - fewest), 1 / (count + 1)))
    acceleration = draws.acceleration if method in MOVED else 0.0
    if method == "bca":
        middle = _normal_quantile(draws.share_below(draws.estimate), count)
        z = _distance(draws, middle, acceleration)
    else:
        z = _distance(standing(draws, method), 0.0, acceleration)
    return min(1.0, 2 * NORMAL.cdf(-abs(z)))


def _distance(draws: Draws, middle: float, acceleration: float) -> float:
    """Return how far 0 is from the middle of the draws, in standard errors of a normal distribution."""
    count, share = len(draws.values), draws.share_below(0.0)
    seen = min(SEEN / count, 0.5)
    z = _normal_quantile(min(max(share, seen), 1 - seen), count) - middle
    stretch = 1 + acceleration * z
    z = z / stretch - middle if stretch > 0 else math.copysign(math.inf, z)
    if seen <= share <= 1 - seen:
        return z
    return max(abs(z), abs(float(draws.values.mean())) / draws.spread)
