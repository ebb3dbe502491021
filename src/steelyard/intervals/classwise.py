"""The default way: each class as uncertain as its own items leave it, put together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from steelyard.intervals.class_moves import MOST, OF_PAIRS, ClassMoves, draws_within, slopes_known
from steelyard.intervals.combined import Combined, Parts, decisive
from steelyard.intervals.groups_anew import groups_anew
from steelyard.intervals.interval import CLASSWISE, Interval, checked_seed
from steelyard.intervals.method import Intervals, Method, Sample
from steelyard.intervals.rates import drawn_at_shares, rate_ends
from steelyard.intervals.rows import Rows, rows_of
from steelyard.intervals.trust import UNDEFINED
from steelyard.measuring.apply import Measured
from steelyard.measuring.conditions import PLACE
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.type_names import Floats, Progress

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
                intervals[place] = interval_of(combined, rows, confidence)
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


def interval_of(combined: Combined, rows: Rows, confidence: float) -> Interval:
    """Return the interval of a number, with a note on the class that limits it, if that has hardly any items."""
    low, high = combined.ends(confidence)
    return Interval(low, high, confidence, classwise.name, combined.spread, note=limit_note(combined, rows))


def limit_note(combined: Combined, rows: Rows) -> Notes:
    """Return which class limits the width of an interval; nothing if none with hardly any items does."""
    most, share = decisive(combined.parts)
    if share < DECIDES:
        return NO_NOTES
    return few_items_note(rows, most % rows.classes)


def few_items_note(rows: Rows, c: int) -> Notes:
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
