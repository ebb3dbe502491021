"""What was observed: the units to draw from, and all that is known of the metrics of the models on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.cells import Coordinates, gathered
from steelyard.counts.confusion import Confusion
from steelyard.intervals.influence import Influence, influences, recorded_slopes, too_many_classes
from steelyard.intervals.interval import UNBOUNDED, has_bounds
from steelyard.intervals.units import Units
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.lead import TIED
from steelyard.measuring.program.program import NotRecordable
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats, Range

if TYPE_CHECKING:
    from numpy.typing import NDArray


SMALL_CLASS = 10
"""Below so many items of a class, its rate takes few values, and percentiles of it cover what they happen to."""


@dataclass(frozen=True, eq=False)
class Sample:
    """What was observed: units to draw from, and the metrics of the models on them."""

    units: Units
    metrics: Sequence[Metric]
    relevance: Any
    policy: str

    @cached_property
    def tables(self) -> Confusion:
        """The matrices of the models, of shape (models,)."""
        return self.units.tables(self.units.entries[None]).slice(0)

    @cached_property
    def observed(self) -> list[Measured]:
        """The metrics as they are."""
        return apply(self.metrics, self.tables, importance=self.relevance, undefined=self.policy)

    def influences(self, *, stratified: bool) -> list[Influence] | None:
        """Return the influence of each kind of unit on each metric; None if there are too many classes."""
        return self._within_classes if stratified else self.unstratified

    def needed_influences(self, what: str, *, stratified: bool) -> list[Influence]:
        """Return the influences for what cannot be without them; refuse too many classes."""
        by_metric = self.influences(stratified=stratified)
        if by_metric is None:
            raise ValueError(
                f"{what} takes the derivative by every cell, and {len(self.units.labels):,} classes have too many; "
                "take intervals='percentile'."
            )
        return by_metric

    @cached_property
    def unstratified(self) -> list[Influence] | None:
        """The influences of units drawn from all classes together."""
        return self._influences(stratified=False)

    @cached_property
    def _within_classes(self) -> list[Influence] | None:
        return self._influences(stratified=True)

    def _influences(self, *, stratified: bool) -> list[Influence] | None:
        if too_many_classes(self.metrics, len(self.units.labels)):
            return None
        return influences(self.observed, self.units, self.tables, stratified=stratified)

    @cached_property
    def units_of_classes(self) -> Any:
        """How many units of each class there are; of groups, those that have items of it."""
        units, classes = self.units, len(self.units.labels)
        if units.kind is None:
            return np.bincount(units.truth, weights=units.sizes, minlength=classes)
        pairs = np.unique(np.stack([units.truth, units.kind]), axis=1)
        return np.bincount(pairs[0], minlength=classes)

    @cached_property
    def small_classes(self) -> Any:
        """Which classes have items, but few."""
        return (self.units_of_classes > 0) & (self.units_of_classes < SMALL_CLASS)

    @property
    def empty_classes(self) -> Any:
        """Which classes have no items."""
        return self.units_of_classes == 0

    @cached_property
    def never_found(self) -> Any:
        """Which classes have items of which a model tells none right, of shape (models, classes)."""
        return (self.tables.correct == 0) & ~self.empty_classes

    @cached_property
    def always_found(self) -> Any:
        """Which classes have items that a model tells all right, of shape (models, classes)."""
        return (self.tables.correct == self.tables.support) & ~self.empty_classes

    @cached_property
    def effects_of_one_item(self) -> list[Any]:
        """How far one item of each class that is small, empty or told all alike moves each metric."""
        alike = (self.never_found | self.always_found).any(axis=0)
        return effects_of_one_item(self.observed, self.tables, self.small_classes | self.empty_classes | alike)

    @cached_property
    def denominators(self) -> list[Denominator | None]:
        """On what each metric rests that is a rate; None for others, and where it is unknown."""
        rates = [result for result in self.observed if result.metric.kind == "rate"]
        if not rates or too_many_classes([result.metric for result in rates], len(self.units.labels)):
            return [None for _ in self.observed]
        known = iter(denominators(rates, self.units, self.tables))
        return [next(known) if result.metric.kind == "rate" else None for result in self.observed]

    def bounds(self, place: int) -> Range:
        """Return between which numbers a metric must be: none, if it is a user's who did not say.

        Classes without items, or with the stated share 0, leave an average, and may have some in the long run: bounds
        are those of either.
        """
        measured, relevance = self.observed[place], np.asarray(self.relevance)
        if not has_bounds(measured.metric):
            return UNBOUNDED
        ends = [measured.metric.bounds(relevance, measured.arguments)]
        shares = measured.metric.shares
        empty = self.empty_classes if shares is None else self.empty_classes | (shares == 0)
        taking_part = np.where(empty, 0.0, relevance)  # in their places: of some metrics the order matters
        if measured.metric.weighted and taking_part.any():
            ends.append(measured.metric.bounds(taking_part, measured.arguments))
        return min(low for low, _ in ends), max(high for _, high in ends)


# On what rates rest: the units whose slopes are not 0.


SMOOTH = 0.5
"""Added to every cell: a recall of 1 does not move with its hits, but still rests on them."""


class Denominator(NamedTuple):
    """On what a rate rests, for each model and class."""

    units: NDArray[np.int64]
    """How many units move it."""
    own_class: NDArray[np.bool_]
    """Whether every item of the class moves it, however it is told: those of recall do, of precision only the hits."""


def denominators(rates: Sequence[Measured], units: Units, tables: Confusion) -> list[Denominator | None]:
    """Return on what each rate rests; None for one that cannot be recorded or that nothing moves.

    `tables`: the observed matrices, of shape (models,).
    """
    smooth = Confusion(np.asarray(tables.dense().counts, dtype=np.float64) + SMOOTH, tables.labels)
    return [_of_rate(rate, units, smooth) for rate in rates]


def _of_rate(rate: Measured, units: Units, smooth: Confusion) -> Denominator | None:
    try:
        (slopes,) = recorded_slopes([rate], smooth)
    except NotRecordable:
        return None
    models, classes = slopes.shape[:2]
    numbers = np.zeros((models, classes), dtype=np.int64)
    own_class = np.zeros((models, classes), dtype=np.bool_)
    for model, c in np.ndindex(models, classes):  # class by class, as there are C³ slopes
        moves = _that_move(slopes[model, c], smooth.counts[model])
        numbers[model, c] = _units_among(moves[units.truth, units.predictions[model]], units)
        own_class[model, c] = moves[c].all()
    return Denominator(numbers, own_class) if numbers.any() else None


def _that_move(slopes: Floats, counts: Floats) -> NDArray[np.bool_]:
    """Return which cells move a rate by more than rounding, beside the mean of all items."""
    influences = np.abs(slopes - np.average(slopes, weights=counts))
    cells: NDArray[np.bool_] = influences > TIED * influences.max()
    return cells


def _units_among(entries: NDArray[np.bool_], units: Units) -> int:
    """Return how many units have one of some entries of the table."""
    if units.kind is None:
        return int(units.sizes[entries].sum())
    return len(np.unique(units.kind[entries]))


# What one item of a small class, told otherwise, does to each metric; of an empty one, an item that it might have.


MOST_CELLS = 1 << 22
"""Of many small classes, only the most important are tried, until their matrices have so many cells."""


def effects_of_one_item(observed: Sequence[Measured], tables: Confusion, small: NDArray[np.bool_]) -> list[Floats]:
    """Return how far one item of each small class moves each metric, of shape (models, classes); 0 for the others."""
    C, models = len(tables.labels), len(observed[0].value)
    effects = [np.zeros((models, C)) for _ in observed]
    cells = tables.cells.coordinates()
    most = max(1, MOST_CELLS // (len(cells.values) if tables.is_sparse else models * C**2))
    classes = np.flatnonzero(small)
    classes = classes[np.argsort(-observed[0].relevance[classes], kind="stable")][:most]
    if C == 1 or not len(classes):
        return effects
    metrics = [result.metric for result in observed]
    quiet = "nan" if observed[0].policy == "raise" else observed[0].policy
    flipped = _flipped(cells, tables, classes, models)
    results = apply(metrics, flipped, importance=observed[0].relevance, undefined=quiet)
    for effect, result, before in zip(effects, results, observed, strict=True):
        if result.metric.kind != "rate":
            effect[:, classes] = np.abs(result.value - before.value).T
    return effects


def _flipped(cells: Coordinates, tables: Confusion, classes: NDArray[np.intp], models: int) -> Confusion:
    """Return the matrices with an item of one class told otherwise: a stack (classes, models)."""
    tries = len(classes)
    at = (np.arange(tries)[:, None] * models + cells.at).reshape(-1)
    as_they_are = [at, *(np.tile(part, tries) for part in (cells.rows, cells.columns, cells.values.astype(np.float64)))]
    moves = np.array(list(_moves(cells, tables, classes, models)))
    moved = [*moves[:, :3].astype(np.intp).T, moves[:, 3]]
    every = Coordinates(*map(np.concatenate, zip(as_they_are, moved, strict=True)))
    return Confusion(gathered(every, (tries, models), len(tables.labels)).counts, tables.labels)


def _moves(cells: Coordinates, tables: Confusion, classes: NDArray[np.intp], models: int) -> Iterator[tuple[Any, ...]]:
    """Yield what is taken from one cell and given to another of its row: an item, or what there is of one.

    A hit becomes the likeliest error: that with the most items or, if none was seen, the class predicted most often.
    Without hits, that error becomes a hit. A class without items gets one, told as the class predicted most often.
    """
    total = np.asarray(tables.total)[:, None]
    often = tables.predicted / (2 * np.where(total > 0, total, 1))
    for place, c in enumerate(classes):
        of_class = cells.rows == c
        for model in range(models):
            here = of_class & (cells.at == model)
            row = np.zeros(len(tables.labels))
            row[cells.columns[here]] = cells.values[here]
            likely = row + often[model]
            likely[c] = -1.0
            error = int(np.argmax(likely))
            source, target = (c, error) if row[c] > 0 else (error, c)
            moved = min(1.0, row[source])
            yield place * models + model, c, source, -moved
            yield place * models + model, c, target, moved
            if not row.any():
                yield place * models + model, c, error, 1.0
