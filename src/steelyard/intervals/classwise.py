"""The default way: each class as uncertain as its own items or groups of items leave it, put together.

Where few groups have a class that decides, their spread is itself uncertain: percentiles are those of Student's t. With
K = (Σn)²/Σn² groups of one size that would hold as much of a class, its degrees of freedom are K − 1, and those of
several classes go together as Satterthwaite's do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.intervals.class_moves import MOST, OF_PAIRS, ClassMoves, draws_within, slopes_known
from steelyard.intervals.draws import Redraw, Replicates, replicate
from steelyard.intervals.influence import cell_slopes, too_many_classes
from steelyard.intervals.interval import (
    CLASSWISE,
    NORMAL,
    Combined,
    DrawnParts,
    Interval,
    Parts,
    ShapedParts,
    checked_seed,
    decisive,
    student_quantile,
)
from steelyard.intervals.method import Intervals, Method
from steelyard.intervals.rates import drawn_at_shares, rate_ends
from steelyard.intervals.rows import Rows, rows_of
from steelyard.intervals.sample import Sample
from steelyard.intervals.trust import UNDEFINED
from steelyard.intervals.units import Units
from steelyard.measuring.apply import Measured
from steelyard.measuring.conditions import PLACE
from steelyard.measuring.lead import difference
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.type_names import Floats, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


DECIDES = 0.5
"""Share of the squared width from which on one class is said to limit an interval."""

FEW_ITEMS = 3
"""Below so many items of the class that limits an interval, it is said."""

PartsOfGroups = Callable[[int], Parts | None]
"""How far a metric, by its place, moves if groups are drawn anew."""

ONE_CLASS = Notes([Note("single_class")])
TOO_MANY = Notes([Note("too_many_classes")])


@dataclass(frozen=True)
class classwise(Method):
    """One class at a time varies as its items allow, and the distances add up by their squares (Zou and Donner 2008).

    Rates of a class have Jeffreys' interval, so that five of five right leave recall between 0.62 and 1. Averages and
    all other metrics are as sure as the rates that they are made of: the class with the fewest items shows. A class
    without items may be anything.

    Parameters
    ----------
    seed
        The same seed gives the same draws, bit for bit.
    by_slopes
        Whether to take slopes instead of draws: quick, and as good where classes are many. Where more than about
        twenty classes would take long, slopes are taken anyway.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0], [10, 485]], labels=["fraud", "ok"])
    >>> score = sy.evaluate(cm, intervals=sy.intervals.classwise())["balanced_accuracy"]
    >>> round(score.low, 2), round(score.high, 2)
    (0.8, 0.99)
    """

    seed: int = 0
    by_slopes: bool = False

    name = CLASSWISE

    def __post_init__(self) -> None:
        checked_seed(self.seed)

    def of(self, sample: Sample, confidence: float, progress: Progress | None = None) -> Intervals:
        # The rate of one class is as sure as in the table of classes, which has the intervals of all of them.
        rates = [metric.of_rate or metric for metric in sample.metrics]
        of_all = self._of_all(replace(sample, units=sample.units.without_company, metrics=rates), confidence, progress)
        places = [metric.arguments(sample.units.labels).get(PLACE, ...) for metric in sample.metrics]
        return [intervals[:, place] for intervals, place in zip(of_all, places, strict=True)]

    def _of_all(self, sample: Sample, confidence: float, progress: Progress | None) -> Intervals:
        by_metric = [np.empty(observed.value.shape, dtype=object) for observed in sample.observed]
        anew = groups_anew([sample], sample.observed, self.seed, by_slopes=self.by_slopes, progress=progress)
        for model in range(sample.units.models):
            of_groups = None if anew is None else partial(anew.of_model, model=model)
            for place, intervals in enumerate(self._of_model(sample, model, of_groups, confidence)):
                by_metric[place][model] = intervals
        return by_metric

    def _of_model(self, sample: Sample, model: int, of_groups: PartsOfGroups | None, confidence: float) -> list[Any]:
        rows = rows_of(sample.units, (model,))
        observed = [each.of_models([model]) for each in sample.observed]
        if rows.classes == 1:
            none = Interval(math.nan, math.nan, confidence, self.name, note=ONE_CLASS)
            return [np.full(each.value.shape[1:], none) if each.metric.kind == "rate" else none for each in observed]
        numbers = [place for place, each in enumerate(observed) if each.metric.kind != "rate"]
        moves = class_moves(rows, [observed[place] for place in numbers], self.seed, by_slopes=self.by_slopes)
        intervals: list[Any] = [None] * len(observed)
        for at, place in enumerate(numbers):
            value = float(observed[place].value[0])
            if not math.isfinite(value):
                intervals[place] = Interval(math.nan, math.nan, confidence, self.name, note=UNDEFINED)
            elif moves is None:
                intervals[place] = Interval(math.nan, math.nan, confidence, self.name, note=TOO_MANY)
            else:
                combined = moves.of_model(at, sample.bounds(place))
                if of_groups is not None:
                    combined = replace(combined, resampled=of_groups(place))
                intervals[place] = _interval_of(combined, rows, confidence)
        at_shares = self._drawn_at_shares(rows, observed)
        for place, each in enumerate(observed):
            if each.metric.kind == "rate":
                anew = None if of_groups is None else of_groups(place)
                intervals[place] = _of_rate(each, rows, confidence, self.seed, anew, at_shares)
        return intervals

    def _drawn_at_shares(self, rows: Rows, observed: Sequence[Measured]) -> Callable[[], Floats] | None:
        """Return what draws rates at the class shares that are stated, once for all of them; None if none are."""
        shares = next((each.metric.shares for each in observed), None)
        return None if shares is None else cache(partial(drawn_at_shares, rows, shares, self.seed))


def class_moves(
    rows: Rows, observed: Sequence[Measured], seed: int, *, by_slopes: bool, times: int = 1
) -> ClassMoves | None:
    """Return how far classes move the metrics, by as many draws as the work allows; None for too many classes.

    `times`: how often the same is asked for, of other models.
    """
    C = rows.classes
    cells, most = (C**3, MOST) if len(rows.models) == 1 else (OF_PAIRS * 2 * C**2, OF_PAIRS * MOST)
    draws = 0 if by_slopes else draws_within(times * cells, most)
    if not draws and not slopes_known(rows.classes):
        return None
    return ClassMoves(rows, observed, draws, seed)


def _interval_of(combined: Combined, rows: Rows, confidence: float) -> Interval:
    """Return the interval of a number, with a note on the class that limits it, if that has hardly any items."""
    low, high = combined.ends(confidence)
    return Interval(low, high, confidence, classwise.name, combined.spread, note=_limit_note(combined, rows))


def _limit_note(combined: Combined, rows: Rows) -> Notes:
    """Return which class limits the width of an interval; nothing if none with hardly any items does."""
    most, share = decisive(combined.parts)
    if share < DECIDES:
        return NO_NOTES
    return _few_items_note(rows, most % rows.classes)


def _few_items_note(rows: Rows, c: int) -> Notes:
    """Return that a class has hardly any items; nothing if it has some."""
    row, groups = rows.of_class(c), rows.units.groups
    items = round(float(row.items.sum())) if groups is None else int(groups[c])
    if items >= FEW_ITEMS:
        return NO_NOTES
    unit = "items" if groups is None else "groups"
    return Notes([Note("few_items", (rows.units.labels[c],), amount=items, unit=unit)])


def _of_rate(
    observed: Measured,
    rows: Rows,
    confidence: float,
    seed: int,
    anew: Parts | None,
    at_shares: Callable[[], Floats] | None,
) -> Any:
    intervals = np.empty(rows.classes, dtype=object)
    ends = rate_ends(observed, rows, confidence, seed, anew, at_shares)
    for c in range(rows.classes):
        low, high = (math.nan, math.nan) if ends is None else (float(each[c]) for each in ends)
        note = TOO_MANY if ends is None else UNDEFINED if not math.isfinite(observed.value[0, c]) else NO_NOTES
        intervals[c] = Interval(low, high, confidence, classwise.name, note=note)
    return intervals


# How far metrics move if groups of items are drawn anew: what outcomes of several classes in one group do together.


WORK_OF_GROUPS = 20_000_000
"""Entries and cells that are drawn for all metrics, about."""

FEWEST_DRAWS, MOST_DRAWS = 400, 2000
"""Draws: with fewer than so many, slopes are as good."""


def groups_anew(
    samples: Sequence[Sample],
    observed: Sequence[Measured],
    seed: int,
    *,
    by_slopes: bool,
    progress: Progress | None = None,
) -> GroupsAnew | None:
    """Return how far metrics move if groups are drawn anew; None if items are drawn, which their classes tell."""
    if samples[0].units.kind is None:
        return None
    fit = WORK_OF_GROUPS // max(1, sum(sample.units.numbers for sample in samples))
    draws = 0 if by_slopes or fit < FEWEST_DRAWS else min(fit, MOST_DRAWS)
    return GroupsAnew(tuple(samples), observed, draws, seed, progress)


@dataclass(frozen=True, eq=False)
class GroupsAnew:
    """Draws of groups, or slopes where there would be too many.

    Attributes
    ----------
    samples
        Of models on the same groups one; else one for each.
    observed
        The metrics of all models, of shape (models,).
    draws, seed
        How many draws, 0 for slopes.
    """

    samples: tuple[Sample, ...]
    observed: Sequence[Measured]
    draws: int
    seed: int
    progress: Progress | None = None

    def of_model(self, place: int, model: int) -> Parts | None:
        """Return how far a metric of one model moves: one part, of a rate one for each class; None if it is unknown."""
        if self.observed[place].metric.kind == "rate":  # slopes would be C³
            return self._drawn(self._replicates[place].values[:, model].T, model) if self.draws else None
        influence = self._influence(place, model)
        if self.draws:
            return _as_of_few(self._drawn(self._replicates[place].values[:, model], model), influence)
        return None if influence is None else _as_of_few(self._shaped(influence, model), influence)

    def of_pair(self, place: int, a: int, b: int) -> Parts | None:
        """Return how far the value of one model less that of another moves."""
        first, second = self._influence(place, a), self._influence(place, b)
        influence = None
        if first is not None and second is not None:
            influence = first.less(second) if len(self.samples) == 1 else first.apart_from(second)
        if self.draws:
            values = self._replicates[place].values
            drawn = difference(values[:, a], values[:, b], self.observed[place].metric)
            return _as_of_few(self._drawn(drawn, a, b), influence)
        return None if influence is None else _as_of_few(self._shaped(influence, a, b), influence)

    def _drawn(self, values: Floats, *models: int) -> DrawnParts:
        moved = np.atleast_2d(values)
        known = np.isfinite(moved)
        mean = np.where(known, moved, 0.0).sum(axis=1, keepdims=True) / np.maximum(known.sum(axis=1, keepdims=True), 1)
        return DrawnParts(np.sort(np.where(known, moved - mean, 0.0) * self._as_a_sample(models), axis=1))

    def _shaped(self, influence: OfGroups, *models: int) -> ShapedParts:
        moved = influence.by_group[None] * self._as_a_sample(models)
        return ShapedParts.of_cumulants(np.zeros(1), (moved**2).sum(axis=1), (moved**3).sum(axis=1))

    def _as_a_sample(self, models: Sequence[int]) -> float:
        """Return what makes the spread of the groups that were seen that of groups in general."""
        fewest = min(self.samples[0 if len(self.samples) == 1 else model].units.total for model in models)
        return math.sqrt(fewest / max(fewest - 1, 1))

    @cached_property
    def _replicates(self) -> list[Replicates]:
        drawings = [Redraw(sample.units) for sample in self.samples]
        metrics = [each.metric for each in self.observed]
        return replicate(metrics, drawings, self.observed, self.draws, self.seed, progress=self.progress)

    def _influence(self, place: int, model: int) -> OfGroups | None:
        source, at = (0, model) if len(self.samples) == 1 else (model, 0)
        slopes = self._slopes[source]
        if slopes is None:
            return None
        units = self.samples[source].units
        moved = slopes[place][at, units.truth, units.predictions[at]] * units.entries
        return OfGroups.of(units, np.nan_to_num(moved, posinf=0.0, neginf=0.0))

    @cached_property
    def _slopes(self) -> list[list[Floats] | None]:
        """The slopes of the metrics by each cell, of each sample; None if there are too many classes."""
        return [
            None
            if too_many_classes(sample.metrics, len(sample.units.labels))
            else cell_slopes(sample.observed, sample.tables)
            for sample in self.samples
        ]


LEAST_DEGREES = 2.0
"""Of Student's t; with fewer it has no variance."""

OF_ONE_GROUP = 0.5
"""Degrees of freedom of a class that a single group has: hardly any."""


@dataclass(frozen=True, eq=False)
class OfGroups:
    """How far the items of each class in each group move a metric.

    Attributes
    ----------
    moved
        By how much, of each class and group that go together.
    truth, group
        Which class, and which group.
    like
        For each class, how many groups of one size would hold as much of it.
    """

    moved: Floats
    truth: NDArray[np.intp]
    group: NDArray[np.intp]
    like: Floats

    @classmethod
    def of(cls, units: Units, moved: Floats) -> OfGroups:
        """Return the influence of groups from that of each entry of the table."""
        cells, place = np.unique(units.truth * len(units.sizes) + np.asarray(units.kind), return_inverse=True)
        truth, group = np.divmod(cells, len(units.sizes))
        items = np.bincount(place, weights=units.entries)
        sums, squares = (np.bincount(truth, weights=each, minlength=len(units.labels)) for each in (items, items**2))
        return cls(
            np.bincount(place, weights=moved).astype(np.float64),
            truth,
            group,
            sums**2 / np.where(squares > 0, squares, 1.0),
        )

    def less(self, other: OfGroups) -> OfGroups:
        """Return that on a difference, of models on the same groups."""
        return replace(self, moved=self.moved - other.moved)

    def apart_from(self, other: OfGroups) -> OfGroups:
        """Return that on a difference, of models on groups of their own."""
        return OfGroups(
            np.concatenate([self.moved, -other.moved]),
            np.concatenate([self.truth, other.truth + len(self.like)]),
            np.concatenate([self.group, other.group + self.group.max() + 1]),
            np.concatenate([self.like, other.like]),
        )

    @property
    def by_group(self) -> Floats:
        """How far each group moves the metric, centred."""
        sums = np.bincount(self.group, weights=self.moved)
        return np.asarray(sums - sums.mean())

    @property
    def degrees(self) -> float:
        """The degrees of freedom of the spread between groups; infinite if there is none."""
        by_class = np.bincount(self.truth, weights=self.moved**2, minlength=len(self.like))
        total = by_class.sum()
        if not total > 0:
            return math.inf
        return float(1 / ((by_class / total) ** 2 / np.maximum(self.like - 1, OF_ONE_GROUP)).sum())


@dataclass(frozen=True, eq=False)
class StretchedParts:
    """Parts whose percentiles are those of Student's t instead of the normal distribution."""

    parts: Parts
    degrees: float

    def quantiles(self, level: float) -> Floats:
        values, z = self.parts.quantiles(level), NORMAL.inv_cdf(level)
        return values * (student_quantile(level, self.degrees) / z) if z else values

    def flipped(self) -> StretchedParts:
        return StretchedParts(self.parts.flipped(), self.degrees)


def _as_of_few(parts: Parts, influence: OfGroups | None) -> Parts:
    """Return parts that reach as far as they must where few groups decide."""
    if influence is None or not math.isfinite(influence.degrees):
        return parts
    return StretchedParts(parts, max(influence.degrees, LEAST_DEGREES))
