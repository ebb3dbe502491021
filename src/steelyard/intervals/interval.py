"""An interval: its two ends, from draws or from a standard error, and what a user may ask of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from statistics import NormalDist
from typing import Any

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.measuring.lead import TIED
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Range

WAYS = {
    "classwise": "class by class, from",
    "bootstrap": "bootstrap of",
    "percentile": "percentiles of the bootstrap of",
    "bca": "BCa bootstrap of",
    "delta": "delta method on",
    "bayes": "Bayesian bootstrap of",
}
"""Each way, as a sentence on it begins; Bayesian without groups has a prior, and one of its own."""


# From draws, or from a standard error, to the two ends of an interval; each way is a function of numbers alone.


NORMAL = NormalDist()

LEAST_DRAWS = 100
"""With fewer, the ends of a 95 % interval would be the most extreme two or three draws."""

MOST_DRAWS = 10_000_000
"""Of each metric and class, all are in memory: 80 MB."""

ROUNDING = 1e-9
"""How far beyond its bounds, as a part of them, a metric may be by rounding."""

UNBOUNDED: Range = (-math.inf, math.inf)

CLASSWISE = "classwise"
"""The name of the way whose intervals hold with few items, too."""


UNSTATED = next(field.default for field in fields(Metric) if field.name == "range")
"""The range of a metric whose maker stated none, known by its identity: who states (0, 1) means it."""


def has_bounds(metric: Metric) -> bool:
    """Whether it is known between which numbers a metric must be; not of a user's who did not say."""
    return metric.builtin or metric.range is not UNSTATED


@dataclass(frozen=True, slots=True)
class Interval(Answer):
    """The interval around one number.

    Attributes
    ----------
    low, high
        Its ends; NaN if there is none.
    confidence, method
        Its level, and the name of the way it was made.
    spread, bias
        The standard error, and how far the middle draw is off the value.
    draws, undefined, partial
        How many draws; in how many of them the metric was undefined or infinite (these are left out), and in how many
        some class was undefined that is not so in the data.
    note
        Why it may not be trusted, or why there is none; of one that was made class by class, which class limits its
        width. Records, whose `str` is the sentence; empty if there is nothing to say.
    """

    low: float
    high: float
    confidence: float
    method: str
    spread: float = math.nan
    bias: float = 0.0
    draws: int = 0
    undefined: int = 0
    partial: int = 0
    note: Notes = NO_NOTES

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def doubted(self) -> bool:
        """Whether its note says that it may not be trusted: not if it says what limits the width."""
        return bool(self.note) and self.method != CLASSWISE

    def has_no_width(self, bounds: Range = UNBOUNDED) -> bool:
        """Whether its ends are the same but for rounding, which is seen beside them and beside the metric's range."""
        lowest, highest = bounds
        scale = max(abs(self.low), abs(self.high), highest - lowest if math.isfinite(highest - lowest) else 0.0)
        return self.known and self.high - self.low <= TIED * scale


@dataclass(frozen=True, eq=False)
class Draws:
    """The draws of one number, sorted, without those in which it is undefined or infinite, and what else is known.

    Attributes
    ----------
    values
        The draws.
    estimate
        The number itself.
    acceleration
        See `Influence`.
    bounds
        Between which the number must be.
    undefined, infinite
        How many draws were left out, and how many of them because they are infinite.
    """

    values: Floats
    estimate: float
    acceleration: float = 0.0
    bounds: Range = UNBOUNDED
    undefined: int = 0
    infinite: int = 0

    @classmethod
    def of(cls, values: Floats, estimate: float, acceleration: float = 0.0, bounds: Any = None) -> Draws:
        """Return draws as they come, of which some may be undefined."""
        defined = np.sort(values[np.isfinite(values)])
        within = bounds_that_hold(bounds or UNBOUNDED, estimate, *defined[[0, -1]] if len(defined) else ())
        left = len(values) - len(defined)
        return cls(defined, estimate, acceleration, within, left, infinite=int(np.isinf(values).sum()))

    @property
    def spread(self) -> float:
        return float(self.values.std()) if len(self.values) else math.nan

    @property
    def bias(self) -> float:
        """How far the middle draw is off; not the mean, as draws that lose a class may lie far away."""
        return float(np.median(self.values) - self.estimate) if len(self.values) else math.nan

    def share_below(self, value: float) -> float:
        """Return the share of the draws below a value, those at it by half."""
        first, last = np.searchsorted(self.values, value, "left"), np.searchsorted(self.values, value, "right")
        return float(first + last) / 2 / len(self.values)

    def corrected(self) -> Draws:
        """Return the draws moved by twice their bias: the data are off the truth by it once, draws from them twice."""
        moved = self.values - 2 * self.bias
        return replace(self, values=np.clip(moved, *self.bounds))

    def ends(self, method: str, confidence: float) -> tuple[float, float]:
        """Return the ends of the interval; that of a bootstrap always holds the number itself."""
        if not len(self.values) or not math.isfinite(self.estimate):
            return math.nan, math.nan
        tail = (1 - confidence) / 2
        levels = [tail, 1 - tail]
        if method == "bayes":
            return self.quantiles(levels)
        if method == "percentile":
            return self.holding(*self.quantiles(levels))
        if method == "bca":
            middle = normal_quantile(self.share_below(self.estimate), len(self.values))
            return self.holding(*self.quantiles([_accelerated(level, middle, self.acceleration) for level in levels]))
        stretched = [_accelerated(level, 0.0, self.acceleration) for level in levels]
        return self.holding(*self.corrected().quantiles(stretched))

    def holding(self, low: float, high: float) -> tuple[float, float]:
        """Return ends widened to hold the number itself."""
        return min(low, self.estimate), max(high, self.estimate)

    def quantiles(self, levels: list[float]) -> tuple[float, float]:
        """Return the percentiles of the draws at two levels."""
        low, high = np.quantile(self.values, levels)
        return float(low), float(high)


def normal_quantile(share: float, draws: int) -> float:
    """Return the normal quantile of a share among draws, of which one more is imagined at each end."""
    return NORMAL.inv_cdf((share * draws + 0.5) / (draws + 1))


def _accelerated(level: float, middle: float, acceleration: float) -> float:
    """Return the level whose percentile is the end of an interval (Efron 1987, eq. 2.3)."""
    z = middle + NORMAL.inv_cdf(level)
    stretch = 1 - acceleration * z
    return NORMAL.cdf(middle + z / stretch) if stretch > 0 else float(z > 0)


def bounds_that_hold(bounds: Range, *values: float) -> Range:
    """Return bounds that hold values; one that a value is beyond by more than rounding is none.

    A user may have stated too narrow a range, and a class that left moves the bounds of an average.
    """
    low, high = bounds
    least, greatest = min(values), max(values)
    if least < low - ROUNDING * max(1.0, abs(low)):
        low = -math.inf
    if greatest > high + ROUNDING * max(1.0, abs(high)):
        high = math.inf
    return min(low, least), max(high, greatest)


def normal_ends(
    estimate: float, spread: float, confidence: float, bounds: Range = UNBOUNDED, degrees: float | None = None
) -> tuple[float, float]:
    """Return the ends of the interval of the delta method; none if the standard error is infinite or unknown.

    `degrees`: those of Student's t, where few groups tell the standard error itself; None for the normal distribution.
    """
    if not math.isfinite(spread):
        return math.nan, math.nan
    reach = standard_errors_within(confidence, degrees) * spread
    low, high = bounds_that_hold(bounds, estimate)
    return max(estimate - reach, low), min(estimate + reach, high)


def standard_errors_within(confidence: float, degrees: float | None) -> float:
    """Return how many standard errors an interval reaches to each side."""
    if degrees is None:
        return NORMAL.inv_cdf((1 + confidence) / 2)
    from scipy.special import stdtrit  # noqa: PLC0415 - SciPy loads when it is used

    return float(stdtrit(degrees, (1 + confidence) / 2))


def checked_confidence(confidence: Any) -> float:
    """Refuse a level outside (0, 1), or so near its ends that no quantile belongs to it."""
    number = isinstance(confidence, float | int | np.floating) and not isinstance(confidence, bool)
    if not (number and 0 < confidence < 1):
        raise ValueError(f"confidence must lie between 0 and 1, such as 0.95, not at {confidence!r}.")
    if not 0.5 < (1 + float(confidence)) / 2 < 1:
        raise ValueError(
            f"confidence must be farther from 0 and 1 than rounding, such as 0.95, but it is {confidence!r}."
        )
    return float(confidence)


def checked_draws(draws: Any) -> int:
    """Refuse a number of draws from which no percentile can be read, and more than a memory holds."""
    if isinstance(draws, bool) or not isinstance(draws, int | np.integer) or draws < LEAST_DRAWS:
        raise ValueError(f"an interval needs at least {LEAST_DRAWS} draws, not {draws!r}.")
    if draws > MOST_DRAWS:
        raise ValueError(f"an interval takes at most {MOST_DRAWS:,} draws, not {draws:,}.")
    return int(draws)


def checked_seed(seed: Any) -> int:
    """Refuse what cannot begin a sequence of random numbers."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}.")
    return int(seed)


def generator(seed: int, *place: int) -> np.random.Generator:
    """Return the generator of one stream, by its place."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=place)))
