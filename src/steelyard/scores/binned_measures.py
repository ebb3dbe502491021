"""Score metrics of tables of truth and bin: their values, how far binning can have moved them, and how sure they are.

The items of a bin are taken to score alike. What they score in truth is hidden, but not without limits: no order of
theirs ranks better than the class first, and none worse than the class last. Between these two, every metric of a
ranking lies. Log loss and Brier score are sums over items, which the bins keep, so that nothing is hidden of them.

Of several columns, the table of each tells its own variance, but not how one goes with another: averages over classes
have the interval that they would have if all went together, which is the widest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from steelyard.counts.labels import some
from steelyard.counts.read.bins import LOSSES, OF_OWN
from steelyard.scores.binned import BinnedScores
from steelyard.scores.certainty import MOST_CLASSES_IMPLIED, NOTHING, ROUNDING, Sample, combined_interval, normal_items
from steelyard.scores.measured import Measured, Part, as_given, at_shares, pairs_of
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.slopes import Ranking, Sloped
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Range

RANKINGS = ("roc_auc", "roc_auc_ovo", "partial_roc_auc", "average_precision", "pr_auc", "lift_at_share")
"""The metrics that a table tells, beside the losses: those that gain if an item of the class moves up."""


@dataclass(frozen=True, eq=False)
class BinnedPart(Part):
    """The value of one class or pair.

    Attributes
    ----------
    by_class
        Its variance, class by class.
    least, most
        Between which values it lies, whatever the order within bins is.
    normal
        How many normal items would tell the variance as well, see `normal_items`.
    """

    by_class: Floats
    least: float
    most: float
    normal: float = math.inf


@dataclass(frozen=True, eq=False)
class BinnedMeasured(Measured):
    """A metric of a model, of tables of truth and bin."""

    parts: tuple[BinnedPart, ...]

    @cached_property
    def binning(self) -> float:
        """By how much the value can at most differ from that of the items themselves."""
        ends = np.array([(part.value - part.least, part.most - part.value) for part in self._counted])
        return float((self.weights @ ends).max()) if len(ends) else 0.0

    @property
    def _counted(self) -> tuple[BinnedPart, ...]:
        return tuple(part for part in self.parts if part in self.defined)

    @cached_property
    def sample(self) -> Sample:
        """No items, but how many there are."""
        return Sample(np.zeros(0, dtype=np.intp), np.zeros(0), self.scores.sizes)

    @cached_property
    def _implied_sums(self) -> Floats:
        sums = (self.scores.losses or {})[self.model][:, LOSSES.index(self.metric.id), OF_OWN:]
        return np.asarray(sums if len(sums) <= MOST_CLASSES_IMPLIED else np.zeros_like(sums))

    @property
    def _squared_weights(self) -> Floats:
        return np.asarray(self.scores.columns[self.model][0].of_items.sum(axis=1))

    def part_interval(self, part: Part, confidence: float) -> Range:
        """Return the interval of one class or pair, which reaches as much farther as binning can have moved it."""
        if part.sloped is None or not self.sure or not isinstance(part, BinnedPart):
            return NOTHING
        low, high = self._ends(part.value, part.by_class, part.normal, part.places, confidence)
        if part.least == part.most:
            return low, high
        least, greatest = self.bounds
        return max(low + part.least - part.value, least), min(high + part.most - part.value, greatest)

    def impossible(self, model: str) -> float:
        """Return how many items have a truth to which the model gave the probability 0."""
        sums = (self.scores.losses or {}).get(model)
        return 0.0 if sums is None else float(sums[[k for part in self.defined for k in part.places], -1, 3].sum())

    def all_equal(self, model: str) -> bool:
        """Whether all items are in one bin."""
        columns = (self.scores.column(model, part.places[0]) for part in self.defined)
        return all(np.count_nonzero(column.sizes.sum(axis=0)) <= 1 for column in columns)

    def _together(self, confidence: float) -> Range:
        ends = np.array([self.part_interval(part, confidence) for part in self.defined])
        values = np.array([part.value for part in self.defined])
        return combined_interval(self.value, self.weights, values, ends, self._correlation())

    def _correlation(self) -> Floats:
        """Return how the parts go together: means of different classes not at all, of rankings it is not known."""
        alone = self.metric.kind == "items"
        return np.eye(len(self.defined)) if alone else np.ones((len(self.defined), len(self.defined)))


def measured_in_bins(
    metric: ScoreMetric,
    scores: BinnedScores,
    model: str,
    weights: Floats,
    shares: Floats | None,
    *,
    sure: bool = True,
    only: int | None = None,
) -> BinnedMeasured:
    """Measure one metric of one model, as `measured` does for items."""
    make: Callable[..., Iterator[BinnedPart]]
    if metric.id in RANKINGS:
        make = partial(_pairs, only=only) if metric.kind == "pairs" else _rates
    elif metric.id in LOSSES:
        if scores.losses is None:
            because = "are ranks" if scores.form == "ranks" else "were counted without, losses=False"
            raise ValueError(f"{metric.id} needs what probabilities lose, but these scores {because}.")
        make = _means
    else:
        raise ValueError(
            f"{metric.id} cannot be told from scores in bins, but from the items alone; bins tell "
            f"{some((*RANKINGS, *LOSSES), shown=len(RANKINGS) + len(LOSSES))}."
        )
    return BinnedMeasured(metric, scores, model, tuple(make(metric, scores, model, weights, shares)), sure)


def _nothing(places: tuple[int, ...], weight: float) -> BinnedPart:
    return BinnedPart(places, weight, None, np.zeros(0), math.nan, math.nan)


def _known(value: float) -> Sloped:
    """Return a value whose slopes nobody asks for, as its variance is known."""
    return Sloped(value, lambda: np.zeros(0))


# Rankings: cells are items of one score each, as many as they weigh.


def _rates(
    metric: ScoreMetric, scores: BinnedScores, model: str, weights: Floats, shares: Floats | None
) -> Iterator[BinnedPart]:
    for k in np.flatnonzero(weights > 0).tolist():
        cells, squares = scores.cells(model, k)
        yield _ranked(metric, scores, cells, squares, (k, float(weights[k])), shares)


def _pairs(
    metric: ScoreMetric, scores: BinnedScores, model: str, weights: Floats, _: Floats | None, *, only: int | None
) -> Iterator[BinnedPart]:
    """Yield the mean of both views of each pair, as far as that goes as sure as if both went together."""
    for i, j, weight in pairs_of(weights, only):
        views = []
        for k in (i, j):
            cells, squares = scores.cells(model, k)
            these = (cells.truth == i) | (cells.truth == j)
            (column,) = cells.columns.values()
            own = Scores(cells.labels, cells.truth[these], {model: column[these]}, cells.item_weights[these], "ranks")
            views.append(_ranked(metric, scores, own, squares[these], (k, weight), None))
        if any(view.sloped is None for view in views):
            yield _nothing((i, j), weight)
            continue
        first, second = views
        yield BinnedPart(
            (i, j),
            weight,
            _known((first.value + second.value) / 2),
            (np.sqrt(first.by_class) + np.sqrt(second.by_class)) ** 2 / 4,
            (first.least + second.least) / 2,
            (first.most + second.most) / 2,
            min(first.normal, second.normal),
        )


def _ranked(
    metric: ScoreMetric,
    scores: BinnedScores,
    cells: Scores,
    squares: Floats,
    of: tuple[int, float],
    shares: Floats | None,
) -> BinnedPart:
    (place, weight), positive = of, cells.truth == of[0]
    item = cells.item_weights if shares is None else at_shares(cells, shares)
    (column,) = cells.columns.values()
    bins = column[:, 0]
    ranked = Ranking(bins, positive, item)
    if not ranked.defined:
        return _nothing((place,), weight)
    result = metric.body(ranked)
    given = as_given(result, cells, item, shares)
    sample = Sample(cells.truth, np.sqrt(squares), scores.sizes)
    best = Ranking(2 * bins + positive, positive, item)
    worst = Ranking(2 * bins + ~positive, positive, item)
    if metric.id == "average_precision":
        alone = positive & (np.abs(squares - cells.item_weights**2) <= 1e-9 * squares)
        least = _least_precision(worst, alone)
    else:
        least = metric.body(worst).value
    return BinnedPart(
        (place,),
        weight,
        given,
        sample.covariance(given.slopes, given.slopes),
        min(least, result.value),
        max(metric.body(best).value, result.value),
        _normal_items(given.slopes, cells.item_weights, squares),
    )


def _normal_items(slopes: Floats, sizes: Floats, squares: Floats) -> float:
    """Return how many normal items would tell a variance as well, as if the items of a cell had equal weights."""
    held = slopes**2 * squares > 0
    moved, items = slopes[held] ** 2 * squares[held], sizes[held] ** 2 / squares[held]
    return normal_items(float(moved.sum()), float((moved**2 / items).sum()), float(items.sum()))


def _least_precision(worst: Ranking, alone: Any) -> float:
    """Return the least average precision of any order within bins: items of the class last, and one after the other.

    That is Σ (A + 1 … A + a) / (A + 1 … A + a + D), no less than the same as an integral; of a single item it is known.
    """
    found, false = worst.found, worst.false
    right, wrong = np.cumsum(found), np.cumsum(false)
    single = np.bincount(worst.step, weights=alone[worst.order], minlength=len(found)) > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        at_once = found * right / (right + wrong)
        one_by_one = found - np.where(wrong > 0, wrong * np.log1p(found / (right - found + wrong)), 0.0)
    least = np.where(found > 0, np.where(single, at_once, one_by_one), 0.0)
    return float(np.maximum(least, 0.0).sum() / found.sum())


# Losses: their sums, class by class.


def _means(
    metric: ScoreMetric, scores: BinnedScores, model: str, weights: Floats, shares: Floats | None
) -> Iterator[BinnedPart]:
    sums = (scores.losses or {})[model][:, LOSSES.index(metric.id)]
    columns = scores.columns[model]
    squares = columns[0].of_items.sum(axis=1)
    if shares is None and not metric.averaged:
        yield _mean(tuple(range(len(scores.labels))), 1.0, scores, sums, squares)
        return
    counts = weights if metric.averaged else shares
    for k in range(len(scores.labels)):
        only = np.arange(len(scores.labels)) == k
        weight = float(counts[k]) if counts is not None else 0.0
        if scores.support[k] > 0:
            yield _mean((k,), weight, scores, np.where(only[:, None], sums, 0.0), squares, only)
        else:
            yield _nothing((k,), weight)


def _mean(
    places: tuple[int, ...], weight: float, scores: BinnedScores, sums: Floats, squares: Floats, only: Any = True
) -> BinnedPart:
    """Return the mean loss of classes, and its variance from sums: around that of each class, and of these."""
    total = float(np.where(only, scores.support, 0.0).sum())
    value = math.inf if sums[:, 3].any() else float(sums[:, 0].sum() / total)
    if math.isinf(value):
        return BinnedPart(places, weight, _known(value), np.zeros(len(sums)), value, value)
    held = np.where(only, squares, 0.0) > 0
    base = np.where(held, squares, 1.0)
    sizes = scores.sizes
    fuller = np.where(sizes > 1, sizes / np.maximum(sizes - 1.0, 1.0), 1.0)
    around = sums[:, 2] - sums[:, 1] ** 2 / base
    inside = np.where(held & (around > ROUNDING * sums[:, 2]), around, 0.0)
    between = np.where(held, (sums[:, 1] / base - value) ** 2 * base, 0.0)
    by_class = (inside * fuller + between) / total**2
    # What items are off the value, squared and to the fourth, as both would be summed over them.
    second = np.where(held, sums[:, 2] - 2 * value * sums[:, 1] + value**2 * base, 0.0).sum()
    fourth = np.where(held, sums[:, 4:OF_OWN] @ [value**4, -4 * value**3, 6 * value**2, -4 * value, 1.0], 0.0).sum()
    normal = normal_items(float(second), float(fourth), float(np.where(held, sizes, 0).sum()))
    return BinnedPart(places, weight, _known(value), by_class, value, value, normal)
