"""From each class's own uncertainty to that of a number made of all of them.

One class at a time varies as its items allow, the others stay as they are, and the number moves with it. The distances
that single classes reach add up as independent errors do, by their squares, to each side on its own: the lower end is
the value less √Σ(value − lower end by this class alone)². It is the method of variance estimates recovery (Zou and
Donner 2008). Where one class decides, the interval is that of this class, skewed as it is; where many do, their errors
cancel, and no prior pulls all of them to the same side, as it would if all classes were drawn together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from steelyard.intervals.interval import NORMAL

Floats = np.ndarray[Any, np.dtype[np.float64]]

SEEN = 10
"""Draws beyond a percentile that tell where it is; with fewer, the normal tail continues it."""

STEPS = 50
"""Halvings that find the level of an interval that just reaches a value."""

FARTHEST = 1e-12
"""The least probability that is told."""


class Parts(Protocol):
    """How far each class alone moves a number."""

    def quantiles(self, level: float) -> Floats:
        """Return the percentile of each class at a level."""
        ...

    def flipped(self) -> Parts:
        """Return the same of the number times −1."""
        ...


@dataclass(frozen=True, eq=False)
class DrawnParts:
    """Draws of how far each class alone moves a number, sorted, of shape (classes, draws)."""

    moves: Floats

    def quantiles(self, level: float) -> Floats:
        draws = self.moves.shape[1]
        seen = min(SEEN / draws, 0.5)
        inside = min(max(level, seen), 1 - seen)
        place = inside * (draws - 1)
        below = int(place)
        above = min(below + 1, draws - 1)
        found: Floats = self.moves[:, below] + (place - below) * (self.moves[:, above] - self.moves[:, below])
        return found if inside == level else found * (NORMAL.inv_cdf(level) / NORMAL.inv_cdf(inside))

    def flipped(self) -> DrawnParts:
        return DrawnParts(-self.moves[:, ::-1])


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
        found: Floats = self.mean + self.spread * at
        return found

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


SKEWEST = 4.0
"""Skewness beyond which the cube root is no longer nearly normal: that of a quarter of an item."""


@dataclass(frozen=True, eq=False)
class Combined:
    """A number, how far each class alone moves it, and by how much it is off in the mean.

    Attributes
    ----------
    estimate
        The number itself.
    parts
        How far each class alone moves it.
    bias
        How far a sample of this size is off the truth, at least and at most, for numbers that have a bias.
    bounds
        Between which numbers it must be.
    """

    estimate: float
    parts: Parts
    bias: tuple[float, float] = (0.0, 0.0)
    bounds: tuple[float, float] = (-math.inf, math.inf)

    def ends(self, confidence: float) -> tuple[float, float]:
        """Return the two ends of the interval; it holds the number itself, also beyond a bound by rounding."""
        tail = (1 - confidence) / 2
        low, high = self.low(tail), self.high(tail)
        return min(max(low, self.bounds[0]), self.estimate), max(min(high, self.bounds[1]), self.estimate)

    def low(self, tail: float) -> float:
        """Return the number below which the truth is with so small a probability."""
        reach = np.minimum(self.parts.quantiles(tail), 0.0)
        return self.estimate - float(np.sqrt((reach**2).sum())) - max(self.bias)

    def high(self, tail: float) -> float:
        """Return the number above which the truth is with so small a probability."""
        reach = np.maximum(self.parts.quantiles(1 - tail), 0.0)
        return self.estimate + float(np.sqrt((reach**2).sum())) - min(self.bias)

    def below(self, value: float) -> float:
        """Return the probability that the truth is below a value: of which one-sided interval it is the end."""
        if value > self.estimate:
            return 1 - self.flipped().below(-value)
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
        bias = (-self.bias[0], -self.bias[1])
        return replace(self, estimate=-self.estimate, parts=self.parts.flipped(), bias=bias, bounds=(-high, -low))

    @property
    def spread(self) -> float:
        """The standard error, as far as the interval is that of a normal variable."""
        z = NORMAL.inv_cdf(0.975)
        return (self.high(0.025) - self.low(0.025) - abs(self.bias[1] - self.bias[0])) / (2 * z)

    def decisive(self) -> tuple[int, float]:
        """Return the class that limits the interval most, and its share of the squared reach to both sides."""
        reach = np.minimum(self.parts.quantiles(0.025), 0.0) ** 2 + np.maximum(self.parts.quantiles(0.975), 0.0) ** 2
        total = float(reach.sum())
        most = int(np.argmax(reach))
        return most, float(reach[most]) / total if total > 0 else 0.0
