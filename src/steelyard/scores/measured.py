"""One score metric of one model: its value by class or pair, their average, and how sure each is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, cast

import numpy as np

from steelyard.intervals.interval import standard_errors_within
from steelyard.scores.arrays import NUMPY, arrays_of
from steelyard.scores.catalogue import of_truth
from steelyard.scores.certainty import (
    BELIEVED,
    NOTHING,
    Sample,
    beyond_rounding,
    combined_interval,
    implied_of,
    implied_variance,
    loss_interval,
    no_less_than_expected,
    share_interval,
)
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.slopes import RankedSteps, Ranking, Sloped, mean_of
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Range

USUAL = 0.95
"""The level of the interval by which it is told what is expected: any would do."""

MOST_PARTS = 50
"""Up to how many classes or pairs an average has its interval from those of its parts; beyond, from its slopes."""


@dataclass(frozen=True, eq=False)
class Part:
    """The value of one class, or of one pair of classes.

    Attributes
    ----------
    places
        The class, or both.
    weight
        What it counts in the average.
    sloped
        The value and its slopes; None if it is undefined: there are no items of the class, or no others.
    """

    places: tuple[int, ...]
    weight: float
    sloped: Sloped | None

    @property
    def value(self) -> float:
        """The value; NaN if it is undefined."""
        return math.nan if self.sloped is None else self.sloped.value

    @property
    def slopes(self) -> Floats:
        """How each item moves it."""
        if self.sloped is None:
            raise ValueError("what is undefined has no slopes.")
        return self.sloped.slopes


@dataclass(frozen=True, eq=False)
class Measured:
    """A metric of a model.

    Attributes
    ----------
    metric, scores, model
        What was measured, on what, and of which model.
    parts
        Its classes or pairs, as far as they matter; undefined ones leave the average.
    sure
        Whether someone asks how sure it is, for which items, and not only steps of scores, must be sorted.
    """

    metric: ScoreMetric
    scores: Any
    model: str
    parts: tuple[Part, ...]
    sure: bool = True

    @cached_property
    def defined(self) -> tuple[Part, ...]:
        """The parts that are in the average."""
        return tuple(part for part in self.parts if part.sloped is not None and part.weight > 0)

    @cached_property
    def weights(self) -> Floats:
        """What each of them counts; they sum to 1."""
        given = np.array([part.weight for part in self.defined])
        return given / given.sum() if len(given) else given

    @cached_property
    def value(self) -> float:
        """The average; NaN if no part is defined."""
        if not self.defined:
            return math.nan
        return float(self.weights @ np.array([part.value for part in self.defined]))

    @cached_property
    def slopes(self) -> Floats:
        """How each item moves it."""
        if len(self.defined) == 1:
            return self.defined[0].slopes
        total = arrays_of(self.scores.truth).zeros_like(self.scores.item_weights)
        for weight, part in zip(self.weights, self.defined, strict=True):
            total += weight * part.slopes
        return cast("Floats", total)

    @cached_property
    def sample(self) -> Sample:
        """The items, as their slopes see them."""
        return Sample(self.scores.truth, self.scores.weights, self.scores.sizes)

    @property
    def bounds(self) -> Range:
        """Between which numbers it lies."""
        return self.metric.bounds(len(self.scores.labels))

    def interval(self, confidence: float) -> Range:
        """Return the interval of the average."""
        if not (self.sure and self.defined and math.isfinite(self.value)):
            return NOTHING
        if len(self.defined) > MOST_PARTS:
            return self._together(confidence)
        ends = np.array([self.part_interval(part, confidence) for part in self.defined])
        if len(self.defined) == 1:
            return float(ends[0, 0]), float(ends[0, 1])
        values = np.array([part.value for part in self.defined])
        low, high = combined_interval(self.value, self.weights, values, ends, self._correlation())
        least, greatest = self.bounds
        return max(low, least), min(high, greatest)

    def _together(self, confidence: float) -> Range:
        """Return the interval of an average over very many parts, from its own slopes."""
        return self._alone(self.value, self.slopes, tuple(range(len(self.scores.labels))), confidence)

    def part_interval(self, part: Part, confidence: float) -> Range:
        """Return the interval of one class or pair."""
        if part.sloped is None or not self.sure:
            return NOTHING
        return self._alone(part.value, part.slopes, part.places, confidence)

    def _alone(self, value: float, slopes: Floats, places: tuple[int, ...], confidence: float) -> Range:
        if not self.metric.sure:
            return NOTHING
        by_class, normal = self.sample.covariance(slopes, slopes), self.sample.normal_items(slopes)
        return self._ends(value, by_class, normal, places, confidence)

    def _ends(self, value: float, by_class: Floats, normal: float, places: tuple[int, ...], confidence: float) -> Range:
        """Return the interval of a value, given its variance class by class, and how many normal items tell it."""
        by_class, normal = beyond_rounding(by_class, normal, value)
        if self.metric.direction == "higher":
            variance, told = float(by_class.sum()), self.told_by(by_class, normal, places)
            least, greatest = self.bounds
            room = greatest - least
            share = (value - least) / room
            expected = self._as_many_items(places, share)
            low, high = share_interval(share, variance / room**2, told, expected, confidence)
            return least + low * room, least + high * room
        implied = self.implied(self._implied_sums, places) if self.implies else 0.0
        variance, told = self.reckoned(by_class, normal, places, implied)
        if told < 1:
            return NOTHING
        low, high = loss_interval(value, variance, told, confidence)
        return low, min(high, self.bounds[1])

    @property
    def implies(self) -> bool:
        """Whether it is a mean of losses of which probabilities say what else might have come."""
        return self.metric.kind == "items" and self.metric.direction == "lower" and self.metric.probabilities

    @cached_property
    def expected(self) -> float:
        """The variance that is expected of the average, by its interval, as a difference from another sample has it."""
        places = tuple({k for part in self.defined for k in part.places})
        low, high = self.interval(USUAL)
        told = self._items_told(places)
        reach = max(self.value - low, high - self.value) / standard_errors_within(USUAL, told + BELIEVED)
        return reach**2 if math.isfinite(reach) else 0.0

    def implied(self, sums: Floats, places: tuple[int, ...]) -> float:
        """Return the variance of the mean of some classes that sums of each class imply, see `implied_sums`."""
        these = list(places)
        squares, total = self._squared_weights[these].sum(), self.scores.support[these].sum()
        return implied_variance(sums[these], float(squares), float(total))

    @cached_property
    def _implied_sums(self) -> Floats:
        return implied_of(self.scores, self.metric, self.model)

    @property
    def _squared_weights(self) -> Floats:
        """The sums of the squared weights of each class."""
        return arrays_of(self.scores.truth).host(self.sample.squares)

    @property
    def binning(self) -> float:
        """By how much counting into bins can have moved the value: here, items are looked at one by one."""
        return 0.0

    def impossible(self, model: str) -> float:
        """Return how many items have a truth to which the model gave the probability 0."""
        scores = self.scores
        places = np.isin(np.arange(len(scores.labels)), [k for part in self.defined for k in part.places])
        counted = arrays_of(scores.truth).like(places, scores.truth)[scores.truth] & (scores.item_weights > 0)
        return float((counted & (of_truth(scores.columns[model], scores.truth) == 0)).sum())

    def all_equal(self, model: str) -> bool:
        """Whether all items score alike."""
        columns = self.scores.columns[model]
        return all((columns[:, part.places[0]] == columns[0, part.places[0]]).all() for part in self.defined)

    def told_by(self, by_class: Floats, normal: float, places: tuple[int, ...]) -> float:
        """Return how many items tell a variance, less one: those of the smallest class that has a part in it.

        A class of one or two items may seem not to vary at all, so what its variance comes to must not decide. Of a
        mean over all items, whatever their class, it may. Never more than `normal` items that are normal would tell as
        well: a few items may make most of it.
        """
        if self.metric.averaged:
            sizes = self.scores.sizes
            involved = [int(sizes[k]) for k in places]
            if self.metric.kind == "rate":
                involved += [int(sizes.sum() - sizes[k]) for k in places]
            told = float(min(involved) - 1)
        else:
            told = self.sample.degrees(by_class)
        return min(told, normal)

    def reckoned(
        self, by_class: Floats, normal: float, places: tuple[int, ...], expected: float
    ) -> tuple[float, float]:
        """Return a variance that reckons with what was not seen, and how many items tell it, less one.

        What probabilities imply stands beside the items that tell the variance; what is expected of any ranking, beside
        all. Where nothing varies, all items say so, and what was believed beforehand counts as it does for shares.
        """
        variance, told = float(by_class.sum()), self.told_by(by_class, normal, places)
        every = self._items_told(places)
        if variance > 0:
            return no_less_than_expected(variance, expected, told if self.implies else every), told
        return expected, every + BELIEVED if every >= 1 else every

    def _items_told(self, places: tuple[int, ...]) -> float:
        """Return how many items tell that nothing varies, less one."""
        if self.metric.averaged:
            return self.told_by(np.zeros(0), math.inf, places)
        return float(self.scores.sizes[list(places)].sum()) - 1

    def _as_many_items(self, places: tuple[int, ...], value: float) -> float:
        """Return as how many items a share would count if nothing were known of its variance.

        Of a mean or of an average precision, those of the class. Of an area under the ROC curve, what Newcombe (2006,
        method 5) has for scores that are exponential in both classes; of a part of it, with that part of the others.
        """
        sizes = self.scores.sizes
        own = float(sizes[list(places)].min()) if self.metric.kind == "pairs" else float(sizes[list(places)].sum())
        if not self.metric.area_to:
            return own
        rest = float(sizes[list(places)].max()) if self.metric.kind == "pairs" else float(sizes.sum()) - own
        rest = max(rest * self.metric.area_to, 1.0)
        half = (own + rest) / 2 - 1
        return own * rest / (1 + half * ((1 - value) / (2 - value) + value / (1 + value)))

    def _correlation(self) -> Floats:
        """Return how the parts go together, by their slopes; parts that do not vary stand alone."""
        covariance = self.sample.covariances([part.slopes for part in self.defined])
        spread = np.sqrt(np.diagonal(covariance))
        with np.errstate(invalid="ignore", divide="ignore"):
            correlation = covariance / np.outer(spread, spread)
        correlation = np.where(np.isfinite(correlation), correlation, 0.0)
        np.fill_diagonal(correlation, 1.0)
        return np.asarray(correlation)


def pairs_of(weights: Floats, only: int | None) -> list[tuple[int, int, float]]:
    """Return the pairs of classes, and what each counts; `only` takes those of one class with each other one.

    A pair counts the product of the weights of both, or, of one class, the weight of the other; if that class alone has
    a weight, all others count alike.

    Examples
    --------
    >>> pairs_of(np.array([0.2, 0.0, 0.8]), None), pairs_of(np.array([0.0, 1.0, 0.0]), 1)
    ([(0, 2, 0.16000000000000003)], [(0, 1, 1.0), (1, 2, 1.0)])
    """
    w = np.asarray(weights, dtype=np.float64)
    if only is not None:
        own = np.arange(len(w)) == only
        w = np.where(own, 1.0, w if w[~own].any() else 1.0)
    every = ((i, j, float(w[i] * w[j])) for i, j in combinations(range(len(w)), 2) if only in (None, i, j))
    return [each for each in every if each[2] > 0]


def measured(
    metric: ScoreMetric,
    scores: Scores,
    model: str,
    weights: Floats,
    shares: Floats | None,
    *,
    sure: bool = True,
    only: int | None = None,
) -> Measured:
    """Measure one metric of one model.

    Parameters
    ----------
    metric, scores, model
        What, and of which.
    weights
        What each class counts.
    shares
        The class shares at which it is taken; None for those of the items.
    sure
        Whether someone will ask how sure it is.
    only
        Of pairs of classes, the one whose pairs are asked for; None for all pairs.
    """
    if metric.probabilities and scores.form == "ranks":
        raise ValueError(f'{metric.id} needs probabilities, but the scores are of form="ranks".')
    scores = scores.where(metric)
    columns, classes = scores.columns[model], range(len(scores.labels))
    item = scores.item_weights if shares is None else at_shares(scores, shares)
    parts: list[Part] = []
    if metric.kind == "items":
        values = scores.each_item(metric, model)
        by = scores.support / scores.support.sum() if shares is None else shares
        counts = weights if metric.averaged else by
        if shares is None and not metric.averaged:  # every item the same, whatever its class
            parts = [Part(tuple(classes), 1.0, mean_of(values, item))]
        else:
            for k in classes:
                own = scores.item_weights * (scores.truth == k)  # a class has its mean at any shares
                parts.append(Part((k,), float(counts[k]), mean_of(values, own) if own.any() else None))
    elif metric.kind == "answer":
        each = at_shares(scores, weights) if metric.at_importance else item
        ranked = Ranking(columns.max(axis=1), columns.argmax(axis=1) == scores.truth, each)
        parts = [Part(tuple(classes), 1.0, metric.body(ranked))]
    elif metric.kind == "rate":
        for k in classes:
            if weights[k] > 0:
                steps = _ranked(metric, scores, model, k, None if shares is None else item, sure=sure)
                sloped = as_given(metric.body(steps), scores, item, shares) if steps.defined else None
                parts.append(Part((k,), float(weights[k]), sloped))
    else:
        for i, j, weight in pairs_of(weights, only):
            parts.append(Part((i, j), weight, _of_pair(metric, scores, columns, (i, j), sure=sure)))
    return Measured(metric, scores, model, tuple(parts), sure)


def _ranked(
    metric: ScoreMetric, scores: Scores, model: str, place: int, item: Floats | None, *, sure: bool
) -> RankedSteps:
    """Return the items by their scores of a class, or only the steps of these if nothing else is needed.

    `item` is what they weigh at other class shares. What was sorted is kept, so that the next metric need not sort.
    """
    sort = _sorting(metric, scores, sure=sure or item is not None)
    column, positive = scores.columns[model][:, place], scores.truth == place
    if item is not None:
        return sort(column, positive, item)
    key = (model, place, sort)
    if key not in scores.kept:
        ranked = sort(column, positive, None if scores.weights is None else scores.item_weights)
        scores.keep(key, ranked, ranked.size)
        return ranked
    return cast("RankedSteps", scores.kept[key])


def _sorting(metric: ScoreMetric, scores: Scores, *, sure: bool) -> Callable[..., RankedSteps]:
    """Return how to sort: items for what asks for these or their weights, else only scores."""
    here = arrays_of(scores.truth) is NUMPY
    return Ranking if sure or metric.probabilities or scores.weights is not None or not here else _steps


def _steps(scores: Floats, positive: Any, _: Floats | None) -> RankedSteps:
    return RankedSteps.of(scores, positive)


def at_shares(scores: Scores, shares: Floats) -> Floats:
    """Return what each item weighs if the classes have other shares."""
    return scores.item_weights * arrays_of(scores.truth).like(_factors(scores, shares), scores.truth)[scores.truth]


def _factors(scores: Scores, shares: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(scores.support > 0, shares / scores.support, 0.0)


def as_given(sloped: Sloped, scores: Scores, item: Floats, shares: Floats | None) -> Sloped:
    """Return slopes by the given weight of items: at stated shares, what a class weighs does not vary."""
    if shares is None:
        return sloped

    def slopes() -> Floats:
        xp, truth, classes = arrays_of(scores.truth), scores.truth, len(scores.labels)
        total = xp.bincount(truth, weights=item, minlength=classes)
        with np.errstate(invalid="ignore", divide="ignore"):
            middle = xp.bincount(truth, weights=item * sloped.slopes, minlength=classes) / total
        middle = xp.where(total > 0, middle, 0.0)
        factors = xp.like(_factors(scores, shares), truth)
        return cast("Floats", (sloped.slopes - middle[truth]) * factors[truth])

    return Sloped(sloped.value, slopes)


def _of_pair(
    metric: ScoreMetric, scores: Scores, columns: Floats, pair: tuple[int, int], *, sure: bool
) -> Sloped | None:
    """Return the mean of both views of a pair: its items by the scores of the one class, and by those of the other."""
    xp = arrays_of(scores.truth)
    these = (scores.truth == pair[0]) | (scores.truth == pair[1])
    truth, weights, views = scores.truth[these], None if scores.weights is None else scores.weights[these], []
    for k in pair:
        ranked = _sorting(metric, scores, sure=sure)(columns[these, k], truth == k, weights)
        if not ranked.defined:
            return None
        views.append(metric.body(ranked))
    first, second = views

    def slopes() -> Floats:
        every = xp.zeros_like(scores.item_weights)
        every[these] = (first.slopes + second.slopes) / 2
        return cast("Floats", every)

    return Sloped((first.value + second.value) / 2, slopes)
