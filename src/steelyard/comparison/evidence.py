"""What the draws of a difference say: in how many of them each model is better, and at which level 0 is left out."""

from __future__ import annotations

import math

import numpy as np

from steelyard.intervals.combined import SEEN
from steelyard.intervals.interval import NORMAL, Draws, normal_quantile
from steelyard.measuring.lead import TIED
from steelyard.type_names import Floats

EDGE = 1e-9
"""Part of the rope by which a difference may exceed it by rounding: 0.95 − 0.94 is more than 0.01."""


def are_still(draws: Draws) -> bool:
    """Whether draws are all alike but for rounding."""
    return bool(np.ptp(draws.values) <= TIED * np.abs(draws.values).max())


def chances(values: Floats, sign: int, rope: float) -> tuple[float, float, float]:
    """Return the shares of the draws in which a is better, in which b is, and in which they differ by a rope at most.

    Parameters
    ----------
    values
        The draws of a's value less b's; undefined ones, NaN, are left out.
    sign
        −1 if smaller values are better.
    rope
        The largest difference that does not matter. Without one, a draw in which they are equal counts half for each.

    Examples
    --------
    >>> import numpy as np
    >>> chances(np.array([0.02, 0.01, 0.0, -0.01]), 1, 0.01)
    (0.25, 0.0, 0.75)
    """
    known = values[np.isfinite(values)]
    if not len(known):
        return math.nan, math.nan, math.nan
    edge = rope * (1 + EDGE)
    above, below = float((known > edge).mean()), float((known < -edge).mean())
    within = max(0.0, 1 - above - below)
    if not rope:
        above, below, within = above + within / 2, below + within / 2, 0.0
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
    0.101
    """
    count = len(draws.values)
    if not count:
        return math.nan
    if are_still(draws):
        return 1.0 if draws.values[0] == 0 else min(1.0, max(2.0 ** (1 - fewest), 1 / (count + 1)))
    below = probability_below(draws, method, 0.0)
    return min(1.0, 2 * min(below, 1 - below))


def probability_below(draws: Draws, method: str, value: float) -> float:
    """Return the level of the interval that begins or ends at a value: of "bayes", how likely the truth is below it.

    `method`: "percentile", "bayes" or "bca"; the draws of a difference are not moved.
    """
    if are_still(draws):
        return draws.share_below(value)
    count, share = len(draws.values), draws.share_below(value)
    middle = normal_quantile(draws.share_below(draws.estimate), count) if method == "bca" else 0.0
    acceleration = draws.acceleration if method == "bca" else 0.0
    seen = min(SEEN / count, 0.5)
    z = _stretched(normal_quantile(min(max(share, seen), 1 - seen), count), middle, acceleration)
    if not seen <= share <= 1 - seen:  # too few draws beyond: the normal tail continues them
        tail = (value - float(draws.values.mean())) / draws.spread
        return NORMAL.cdf(min(z, tail) if share < seen else max(z, tail))
    return NORMAL.cdf(z) if method == "bca" else share


def _stretched(z: float, middle: float, acceleration: float) -> float:
    """Return the level, as a normal quantile, whose end is at a percentile of the draws: Efron's formula backwards."""
    stretch = 1 + acceleration * (z - middle)
    return (z - middle) / stretch - middle if stretch > 0 else math.copysign(math.inf, z - middle)
