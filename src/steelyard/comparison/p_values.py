"""P-values and probabilities of differences: from draws, from swapped predictions, and corrected for several tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.draws import Draws, normal_quantile
from steelyard.intervals.interval import NORMAL, SEEN
from steelyard.intervals.units import Units
from steelyard.measuring.lead import TIED, difference, rounding
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


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
    >>> from steelyard.intervals.draws import Draws
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


# The randomisation test: if neither model were better, swapping their predictions of an item would change nothing.


SWAPS, FEWEST = 4000, 1000
"""Draws of all pairs together, and of each pair at least."""

MOST_NUMBERS = 1 << 25
"""Numbers in the draws of all pairs together, beyond which there are fewer draws: a second or two."""


def swaps_of_each(pairs: int, numbers: int) -> int:
    """Return how often the predictions of each pair are swapped, if a draw takes so many numbers."""
    return max(FEWEST, min(SWAPS, MOST_NUMBERS // numbers) // pairs)


@dataclass(frozen=True, eq=False)
class Swapped:
    """Draws in which two models have exchanged their predictions of about half of the items."""

    units: Units
    a: int
    b: int

    @property
    def numbers(self) -> int:
        return self._both_ways.numbers

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the matrices of the two models, a stack (draws, 2)."""
        entries = self.units.entries
        if self.units.kind is None:
            kept = np.broadcast_to(entries, (draws, len(entries))).copy()
            told_apart = np.flatnonzero(self.units.predictions[self.a] != self.units.predictions[self.b])
            kept[:, told_apart] = rng.binomial(entries[told_apart], 0.5, (draws, len(told_apart)))
        else:
            stays = rng.integers(0, 2, (draws, len(self.units.sizes)), dtype=np.int8)
            kept = stays[:, self.units.kind] * entries
        return self._both_ways.tables(np.concatenate([kept, entries - kept], axis=1))

    @cached_property
    def _both_ways(self) -> Units:
        """Every entry twice: as it is, and with the two predictions swapped."""
        first, second = self.units.predictions[self.a], self.units.predictions[self.b]
        predictions = np.stack([np.concatenate([first, second]), np.concatenate([second, first])])
        truth = np.tile(self.units.truth, 2)
        return Units(np.tile(self.units.entries, 2), truth, predictions, self.units.labels)


def p_of_swaps(values: Floats, swapped: Floats, metric: Metric | None = None) -> float:
    """Return how often swapped predictions are as far apart as those of the data, the data themselves included.

    Parameters
    ----------
    values, swapped
        The values of the two models, and those after each swap, of shape (draws, 2).
    metric
        Tells which values are rounding alone, as for `difference`.

    Examples
    --------
    >>> import numpy as np
    >>> leads = np.repeat([-3.0, -1.0, 1.0, 3.0], [125, 375, 375, 124])
    >>> p_of_swaps(np.array([3.0, 0.0]), np.stack([leads, np.zeros(999)], axis=1))
    0.25
    """
    lead = float(difference(values[0], values[1], metric))
    swapped_leads = difference(swapped[:, 0], swapped[:, 1], metric)
    known = swapped_leads[np.isfinite(swapped_leads)]
    if not np.isfinite(lead) or not len(known):
        return float("nan")
    # swaps that are as far apart as the data reach it by other sums; rounding is a part of the values, not of the lead
    noise = max(TIED * float(np.abs(values).max()), rounding(metric))
    far: NDArray[np.bool_] = np.abs(known) >= abs(lead) - noise
    p = float(far.sum() + 1) / (len(known) + 1)
    spread = float(known.std())
    if far.sum() >= SEEN or spread == 0:
        return p
    return min(p, 2 * NORMAL.cdf(-abs(lead) / spread))


# Holm's correction: p-values of several tests, so that the chance of any false alarm stays below the level.


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return the p-values of several tests, adjusted for their number (Holm 1979).

    The smallest of m p-values is multiplied by m, the next by m − 1, and so on; none may fall below the one before it,
    nor exceed 1. Tests whose adjusted p-value is at most α are significant together: the chance that any of them is a
    false alarm is at most α, however they depend on each other.

    Parameters
    ----------
    p_values
        The p-values, of any shape, all of it one family of tests. NaN, no test, stays NaN and does not count.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.extending.holm([0.01, 0.04, float("nan"), 0.03])
    array([0.03, 0.06,  nan, 0.06])
    """
    try:
        given = np.asarray(p_values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("p-values must be numbers between 0 and 1, or NaN for no test.") from None
    wrong = (given < 0) | (given > 1)
    if wrong.any():
        raise ValueError(f"a p-value must lie between 0 and 1, not at {given[wrong][0]:g}.")
    adjusted = np.full(given.shape, np.nan)
    tested = ~np.isnan(given)
    p = given[tested]
    order = np.argsort(p, kind="stable")
    grown = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    p[order] = np.minimum(grown, 1)
    adjusted[tested] = p
    return adjusted
