"""An interval: its two ends, from a standard error or from what single classes reach, and what a user may ask of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from statistics import NormalDist
from typing import Any, Protocol

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.measuring.lead import TIED
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Range

CLASSWISE = "classwise"
"""The name of the way whose intervals hold with few items, too."""

NORMAL = NormalDist()

UNBOUNDED: Range = (-math.inf, math.inf)

ROUNDING = 1e-9
"""How far beyond its bounds, as a part of them, a metric may be by rounding."""

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
    level = (1 + confidence) / 2
    return NORMAL.inv_cdf(level) if degrees is None else student_quantile(level, degrees)


def student_quantile(level: float, degrees: float) -> float:
    """Return the percentile of Student's t at a level."""
    from scipy.special import stdtrit  # noqa: PLC0415 - SciPy loads when it is used

    return float(stdtrit(degrees, level))


# What a user may ask of an interval.


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


def checked_seed(seed: Any) -> int:
    """Refuse what cannot begin a sequence of random numbers."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}.")
    return int(seed)


def generator(seed: int, *place: int) -> np.random.Generator:
    """Return the generator of one stream, by its place."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=place)))


# From each class's own uncertainty to that of a number made of all of them.
#
# One class at a time varies as its items allow, the others stay as they are, and the number moves with it. The
# distances that single classes reach add up as independent errors do, by their squares, to each side on its own: the
# lower end is the value less √Σ(value − lower end by this class alone)². This is the method of variance estimates
# recovery (Zou and Donner 2008). Where one class decides, the interval is that of this class, skewed as it is; where
# many do, their errors cancel, and no prior pulls all of them to the same side, as it would if all were drawn together.


class Parts(Protocol):
    """How far each class alone moves a number."""

    def quantiles(self, level: float) -> Floats:
        """Return the percentile of each class at a level."""
        ...

    def flipped(self) -> Parts:
        """Return the same of the number times −1."""
        ...


SEEN = 10
"""Draws beyond a percentile that tell where it is; with fewer, the normal tail continues it."""


@dataclass(frozen=True, eq=False)
class DrawnParts:
    """Draws of how far each class alone moves a number, sorted, of shape (classes, draws).

    Where it is left open what undefined terms count, those that are told upwards may be others than those downwards.
    """

    moves: Floats
    upwards: Floats | None = None

    def quantiles(self, level: float) -> Floats:
        moves = self.moves if level < 0.5 or self.upwards is None else self.upwards
        draws = moves.shape[1]
        seen = min(SEEN / draws, 0.5)
        inside = min(max(level, seen), 1 - seen)
        place = inside * (draws - 1)
        below = int(place)
        above = min(below + 1, draws - 1)
        values: Floats = moves[:, below] + (place - below) * (moves[:, above] - moves[:, below])
        return values if inside == level else values * (NORMAL.inv_cdf(level) / NORMAL.inv_cdf(inside))

    def flipped(self) -> DrawnParts:
        if self.upwards is None:
            return DrawnParts(-self.moves[:, ::-1])
        return DrawnParts(-self.upwards[:, ::-1], -self.moves[:, ::-1])


SKEWEST = 4.0
"""Skewness beyond which the cube root is no longer nearly normal: that of a quarter of an item."""


@dataclass(frozen=True, eq=False)
class ShapedParts:
    """The mean, standard deviation and skewness of how far each class alone moves a number: a shifted gamma."""

    mean: Floats
    spread: Floats
    skewness: Floats

    def quantiles(self, level: float) -> Floats:
        z = NORMAL.inv_cdf(level)
        skew = np.clip(self.skewness, -SKEWEST, SKEWEST)
        small = np.abs(skew) < 1e-6
        bent = np.where(small, 1.0, skew)
        # Wilson and Hilferty 1931: the cube root of a gamma variable is nearly normal.
        at = np.where(small, z, 2 / bent * (np.maximum(1 + bent * z / 6 - bent**2 / 36, 0.0) ** 3 - 1))
        values: Floats = self.mean + self.spread * at
        return values

    @classmethod
    def of_cumulants(cls, mean: Floats, variance: Floats, third: Floats) -> ShapedParts:
        """Return parts with these first three cumulants."""
        spread = np.sqrt(variance)
        return cls(mean, spread, np.where(spread > 0, third / np.where(spread > 0, spread, 1.0) ** 3, 0.0))

    def flipped(self) -> ShapedParts:
        return ShapedParts(-self.mean, self.spread, -self.skewness)


@dataclass(frozen=True, eq=False)
class JoinedParts:
    """Parts of several sources, such as of two models on items of their own."""

    of_sources: tuple[Parts, ...]

    def quantiles(self, level: float) -> Floats:
        return np.concatenate([parts.quantiles(level) for parts in self.of_sources])

    def flipped(self) -> JoinedParts:
        return JoinedParts(tuple(parts.flipped() for parts in self.of_sources))


STEPS = 50
"""Halvings that find the level of an interval that just reaches a value."""

FARTHEST = 1e-12
"""The least probability that is told."""


@dataclass(frozen=True, eq=False)
class Combined:
    """A number, how far each class alone moves it, and by how much it is off in the mean.

    Attributes
    ----------
    estimate
        The number itself.
    parts
        How far each class alone moves it.
    resampled
        One part: how far it moves if items are drawn anew, all classes together. The interval reaches no less far,
        unless all classes at their ends would not: an average claims nothing that its classes rule out. Where many
        classes have an error or none, each could hardly be better by itself, but their sum well could.
    bias
        How far a sample of this size is off the truth, at least and at most, for numbers that have a bias.
    bounds
        Between which numbers it must be.
    least
        Of a difference: the least probability that a side of 0 can have. Of d items that tell two models apart, all
        may do so for the same model by chance once in 2ᵈ, so that four items prove nothing.
    """

    estimate: float
    parts: Parts
    resampled: Parts | None = None
    bias: tuple[float, float] = (0.0, 0.0)
    bounds: Range = UNBOUNDED
    least: float = 0.0

    def ends(self, confidence: float) -> tuple[float, float]:
        """Return the two ends of the interval; it holds the number itself, also beyond a bound by rounding."""
        tail = (1 - confidence) / 2
        low, high = self.low(tail), self.high(tail)
        if tail < self.least:
            low, high = min(low, 0.0), max(high, 0.0)
        return min(max(low, self.bounds[0]), self.estimate), max(min(high, self.bounds[1]), self.estimate)

    def low(self, tail: float) -> float:
        """Return the number below which the truth is with so small a probability."""
        return self.estimate - self._reach(tail, -1) - max(self.bias)

    def high(self, tail: float) -> float:
        """Return the number above which the truth is with so small a probability."""
        return self.estimate + self._reach(1 - tail, 1) - min(self.bias)

    def _reach(self, level: float, side: int) -> float:
        reach = np.maximum(side * self.parts.quantiles(level), 0.0)
        if self.resampled is None:
            return together(reach)
        anew = together(side * self.resampled.quantiles(level))
        return max(together(reach), min(anew, float(reach.sum())) if len(reach) > 1 else anew)

    def below(self, value: float) -> float:
        """Return the probability that the truth is below a value: of which one-sided interval it is the end."""
        below = self._below(value)
        return below if value else min(max(below, self.least), 1 - self.least)

    def _below(self, value: float) -> float:
        if value > self.estimate:
            return 1 - self.flipped()._below(-value)  # noqa: SLF001 - of the same class
        if value == self.estimate or self.low(0.5) <= value:
            return 0.5
        if self.low(FARTHEST) > value:
            return FARTHEST
        least, most = math.log(FARTHEST), math.log(0.5)
        for _ in range(STEPS):
            middle = (least + most) / 2
            if self.low(math.exp(middle)) > value:
                most = middle
            else:
                least = middle
        return math.exp((least + most) / 2)

    def flipped(self) -> Combined:
        """Return the same of the number times −1."""
        low, high = self.bounds
        return replace(
            self,
            estimate=-self.estimate,
            parts=self.parts.flipped(),
            resampled=None if self.resampled is None else self.resampled.flipped(),
            bias=(-self.bias[0], -self.bias[1]),
            bounds=(-high, -low),
        )

    @property
    def spread(self) -> float:
        """The standard error, as far as the interval is that of a normal variable."""
        z = NORMAL.inv_cdf(0.975)
        return (self.high(0.025) - self.low(0.025) - abs(self.bias[1] - self.bias[0])) / (2 * z)


def together(reach: Floats) -> float:
    """Return how far all classes reach to a side, from how far each of them does; those that do not count nothing."""
    return float(np.sqrt((np.maximum(reach, 0.0) ** 2).sum()))


def decisive(parts: Parts) -> tuple[int, float]:
    """Return the class that limits an interval most, and its share of the squared reach to both sides."""
    low, high = parts.quantiles(0.025), parts.quantiles(0.975)
    reach = np.minimum(low, 0.0) ** 2 + np.maximum(high, 0.0) ** 2
    total = float(reach.sum())
    most = int(np.argmax(reach))
    return most, float(reach[most]) / total if total > 0 else 0.0
