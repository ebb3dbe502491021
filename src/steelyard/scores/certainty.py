"""How sure a score metric is: from slopes of items, and what its own probabilities imply, to intervals.

A few items that hardly any sample has may make most of a loss. The losses that were seen then vary too little; the
probabilities tell what might have come instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from steelyard.intervals.interval import standard_errors_within
from steelyard.scores.arrays import arrays_of
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Positions, Range

# What was seen: how items move a value, and how many of them tell its variance.


ROUNDING = 1e-12
"""Standard errors up to it, as a part of what varies, are rounding."""

BLOCK = 1 << 16
"""Items whose covariances are summed at once: what fits in the caches of a processor; on a device, more."""


@dataclass(frozen=True, eq=False)
class Sample:
    """The items that slopes are of: their classes and what they weigh.

    Attributes
    ----------
    truth
        The place of each item's class.
    weights
        What each item weighs; None if each weighs 1.
    sizes
        How many items each class has.
    """

    truth: Positions
    weights: Floats | None
    sizes: Positions

    def _weighed(self, values: Any) -> Any:
        """Return values of items times their weights."""
        return values if self.weights is None else values * self.weights

    def _middle(self, moved: Floats) -> Floats:
        """Return the mean of slopes times weights, for a weight of 1, class by class."""
        squares = self.squares
        with np.errstate(invalid="ignore", divide="ignore"):
            middle = self._by_class(self._weighed(moved)) / squares
        return cast("Floats", arrays_of(squares).where(squares > 0, middle, 0.0))

    @cached_property
    def squares(self) -> Any:
        """The sums of squared weights of each class."""
        if self.weights is None:
            xp = arrays_of(self.truth)
            return xp.floats(xp.like(self.sizes, self.truth))
        return self._by_class(self.weights**2)

    def _by_class(self, values: Any) -> Any:
        return arrays_of(values).bincount(self.truth, weights=values, minlength=len(self.sizes))

    @cached_property
    def _fuller(self) -> Floats:
        """What a class is multiplied by, of whose items one is spent on their mean."""
        return np.where(self.sizes > 1, self.sizes / np.maximum(self.sizes - 1.0, 1.0), 1.0)

    def covariance(self, first: Floats, second: Floats) -> Floats:
        """Return the covariance of two values by their slopes, class by class.

        What varies within classes of given sizes is how items lie around the mean of their class; where class shares
        are as they came, that mean counts, too. Within a class it is estimated without bias, from one item fewer than
        there are; as DeLong et al. do.
        """
        moved = [self._weighed(each) for each in ((first,) if second is first else (first, second))]
        middles = [self._middle(each) for each in moved]
        around = [each - self._weighed(middle[self.truth]) for each, middle in zip(moved, middles, strict=True)]
        host = arrays_of(first).host
        inside = host(self._by_class(around[0] * around[-1]))
        between = host(middles[0] * middles[-1] * self.squares)
        return inside * self._fuller + between

    def covariances(self, slopes: Sequence[Floats]) -> Floats:
        """Return the covariances of several values, over all classes; of many items, a block after the other."""
        xp = arrays_of(slopes[0])
        moved = [self._weighed(each) for each in slopes]
        middles = xp.stack([self._middle(each) for each in moved])
        fuller = xp.like(np.sqrt(self._fuller), slopes[0])
        total = (middles * self.squares) @ middles.T
        block = BLOCK if isinstance(self.truth, np.ndarray) else BLOCK << 8
        for start in range(0, len(self.truth), block):
            these = slice(start, start + block)
            truth = self.truth[these]
            middle = middles[:, truth] if self.weights is None else middles[:, truth] * self.weights[these]
            around = xp.stack([each[these] for each in moved]) - middle
            around *= fuller[truth]
            total = total + around @ around.T
        return cast("Floats", xp.host(total))

    def degrees(self, by_class: Floats) -> float:
        """Return how many items tell a variance that is a sum over classes (Satterthwaite 1946)."""
        told = by_class > 1e-150  # below, the square is 0
        if not told.any():
            return 1.0
        freedom = np.maximum(self.sizes[told] - 1.0, 1.0)
        return float(by_class[told].sum() ** 2 / (by_class[told] ** 2 / freedom).sum())

    def normal_items(self, slopes: Floats) -> float:
        """Return how many items would tell the variance as well if they were normal."""
        squares = self._weighed(slopes) ** 2
        return normal_items(
            float(squares.sum()), float(squares @ squares), int(arrays_of(squares).count_nonzero(squares))
        )


def normal_items(squares: float, fourth: float, items: float) -> float:
    """Return how many items would tell a variance as well if they were normal; infinitely many if all move alike.

    Fewer than there are where a few of them make most of it: what a variance varies is the fourth moment's matter.

    Parameters
    ----------
    squares, fourth, items
        The sums of what moves a value, squared and to the fourth; and how many items move it.

    Examples
    --------
    >>> normal_items(4.0, 4.0, 4), round(normal_items(1.0, 0.5, 1000), 2)
    (inf, 4.01)
    """
    apart = fourth / squares / squares - 1 / items if squares > 0 else 0.0
    return 2 / apart if apart > 0 else math.inf


def beyond_rounding(by_class: Floats, normal: float, scale: float) -> tuple[Floats, float]:
    """Return a variance class by class and the normal items that tell it, or that nothing varies.

    Parameters
    ----------
    by_class, normal
        As they were summed.
    scale
        The value that varies; of a difference, the larger one.

    Examples
    --------
    >>> beyond_rounding(np.array([1e-34, 0.0]), 3.0, 0.1)[1], beyond_rounding(np.array([1e-6, 0.0]), 3.0, 0.1)[1]
    (inf, 3.0)
    """
    if math.sqrt(max(float(by_class.sum()), 0.0)) > ROUNDING * abs(scale):
        return by_class, normal
    return np.zeros_like(by_class), math.inf


def as_many_alike(moves: Floats) -> float:
    """Return how many items that move a value alike would tell as much as these do (Kish 1965).

    Examples
    --------
    >>> as_many_alike(np.array([0.5, -0.5, 0.0])), round(as_many_alike(np.array([9.0, 0.1, 0.1])), 2)
    (2.0, 1.04)
    """
    total, squares = float(abs(moves).sum()), float(moves @ moves)
    return total**2 / squares if squares > 0 else 0.0


# What a model's own probabilities imply: how losses would vary if they were true.


MOST_CLASSES_IMPLIED = 50
"""Beyond, what each class would have lost is too much to compute, and nothing is implied."""

MOST_CELLS_IMPLIED = 100_000_000
"""Numbers that are looked at, about: of each item, the losses by all probabilities if it were of each class."""

SUMS_IMPLIED = 3
"""How many sums of each class there are."""


def implied_sums(losses_if: Callable[[int], Floats], columns: Floats, weights: Floats) -> Floats:
    """Return the sums of w · p, w · p · loss and w · p · loss² of each class, as if it were the truth of every item.

    Infinite losses are left out: they are of what has the probability 0.

    Parameters
    ----------
    losses_if
        What each item loses if it is of a class, given the place of the class.
    columns, weights
        The probabilities, and what each item weighs.

    Examples
    --------
    >>> given = np.array([[0.75, 0.25]])
    >>> implied_sums(lambda k: 1 - given[:, k], given, np.ones(1)).tolist()
    [[0.75, 0.1875, 0.046875], [0.25, 0.1875, 0.140625]]
    """
    xp, classes = arrays_of(columns), columns.shape[1]
    if classes > MOST_CLASSES_IMPLIED:
        return np.zeros((classes, SUMS_IMPLIED))
    sums = []
    for k in range(classes):
        p, losses = weights * columns[:, k], losses_if(k)
        losses = xp.where(xp.isfinite(losses), losses, 0.0)
        sums.append(xp.stack([p.sum(), p @ losses, p @ losses**2]))
    return np.asarray(xp.host(xp.stack(sums)))


def implied_of(scores: Scores, metric: ScoreMetric, model: str, other: str | None = None) -> Floats:
    """Return the sums of one model's losses, or of how they differ from another's, by what both say on average.

    Of very many items of many classes, some tell what probabilities imply: what counts are the proportions of the sums.
    """
    some = scores.each_nth(-(-len(scores.truth) * len(scores.labels) ** 2 // MOST_CELLS_IMPLIED))
    columns, weights = some.columns[model], some.item_weights
    if other is None:
        return implied_sums(lambda k: some.each_item_if(metric, model, k), columns, weights)
    with np.errstate(invalid="ignore"):  # both infinite, of what both give the probability 0
        return implied_sums(
            lambda k: some.each_item_if(metric, model, k) - some.each_item_if(metric, other, k),
            (columns + some.columns[other]) / 2,
            weights,
        )


def implied_variance(sums: Floats, squares: float, total: float) -> float:
    """Return the variance of a mean loss, or of a difference of such, that probabilities imply.

    Parameters
    ----------
    sums
        As `implied_sums` has them, of the classes that the mean is of.
    squares, total
        The sums of the squared weights and of the weights of the items of these classes.

    Examples
    --------
    >>> implied_variance(np.array([[0.75, 0.1875, 0.046875], [0.25, 0.1875, 0.140625]]), 1.0, 1.0)  # ¼ or ¾, mean ⅜
    0.046875
    """
    weight, once, twice = sums.sum(axis=0)
    if not (weight > 0 and total > 0):
        return 0.0
    mean = once / weight
    apart = twice / weight - mean**2
    return float(apart * squares / total**2) if apart > ROUNDING * mean**2 else 0.0


# Intervals and p-values.


BELIEVED = 5.0
"""As how many items the variance counts that is expected beforehand, beside the one that was seen.

A class of two or three items hardly tells its own variance. Chosen on populations for tuning:
benchmarks/score_coverage.py.
"""

NOTHING: Range = (math.nan, math.nan)


def no_less_than_expected(variance: float, expected: float, told: float) -> float:
    """Return a variance that reckons with what was not seen: one of the items varies at least as is expected.

    Parameters
    ----------
    variance, told
        What was seen, and how many items tell it, less one.
    expected
        The variance that is expected beforehand.

    Examples
    --------
    >>> no_less_than_expected(0.5, 4.0, 9.0), no_less_than_expected(0.1, 4.0, 9.0)
    (0.5, 0.4)
    """
    return max(variance, expected / (told + 1))


def share_interval(value: float, variance: float, degrees: float, expected: float, confidence: float) -> Range:
    """Return Wilson's interval of a value between 0 and 1, for as many items as would vary as much.

    Parameters
    ----------
    value, variance, degrees
        What was seen, and how many items tell the variance.
    expected
        As how many independent items the value would count without that; at 0 and 1, where nothing varies, it decides.
    confidence
        The level.
    """
    if not (math.isfinite(value) and expected > 0):
        return NOTHING
    room = value * (1 - value)
    spread = (
        1 / expected
        if room <= 0 or not math.isfinite(variance)
        else (degrees * variance / room + BELIEVED / expected) / (degrees + BELIEVED)
    )
    reach = standard_errors_within(confidence, degrees + BELIEVED) ** 2 * spread
    middle = (value + reach / 2) / (1 + reach)
    half = math.sqrt(reach * room + reach**2 / 4) / (1 + reach)
    return max(min(middle - half, value), 0.0), min(max(middle + half, value), 1.0)


LARGEST_FACTOR = 300.0
"""Its logarithm: what it comes to can still be squared."""


def loss_interval(value: float, variance: float, degrees: float, confidence: float) -> Range:
    """Return the interval of a loss, which is positive and skewed: by factors, Student's t of its logarithm.

    There is none where neither was a variance seen nor is one expected.
    """
    if not (math.isfinite(value) and math.isfinite(variance)) or value <= 0 or variance <= 0:
        return NOTHING
    factor = math.exp(min(standard_errors_within(confidence, degrees) * math.sqrt(variance) / value, LARGEST_FACTOR))
    return value / factor, value * factor


def combined_interval(value: float, weights: Floats, values: Floats, ends: Floats, correlation: Floats) -> Range:
    """Return the interval of a weighted sum from those of its parts (Zou & Donner 2008), which depend on each other.

    What parts reach to each side is added by the squares, with their correlation.
    """
    if not np.isfinite(ends).all():
        return NOTHING
    below, above = weights * (values - ends[:, 0]), weights * (ends[:, 1] - values)
    low, high = (math.sqrt(max(float(side @ correlation @ side), 0.0)) for side in (below, above))
    return value - low, value + high


def difference_p_value(difference: float, variance: float, degrees: float, telling: float) -> float:
    """Return how often chance alone would set two equal models as far apart: Student's t.

    Of d items that tell the models apart, all may speak for the same one by chance, once in 2ᵈ⁻¹; nothing proves more.

    Examples
    --------
    >>> difference_p_value(1.0, 1e-6, 3.0, 4.0), difference_p_value(0.0, 0.0, 3.0, 0.0)
    (0.125, 1.0)
    """
    by_chance = min(2.0 ** (1 - telling), 1.0)
    if not variance > 0:
        return 1.0 if difference == 0 else by_chance
    from scipy.special import stdtr  # noqa: PLC0415 - SciPy loads when it is used

    return max(float(2 * stdtr(degrees, -abs(difference) / math.sqrt(variance))), by_chance)
