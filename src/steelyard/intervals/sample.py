"""What was observed: the units to draw from, and all that is known of the metrics of the models on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.influence import Influence, influences, too_many_classes
from steelyard.intervals.interval import UNBOUNDED
from steelyard.intervals.trust import SMALL_CLASS, Denominator, denominators, effects_of_one_item
from steelyard.intervals.units import Units
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.record import Metric
from steelyard.type_names import Range

UNSTATED = next(field.default for field in fields(Metric) if field.name == "range")
"""The range of a metric whose maker stated none, known by its identity: who states (0, 1) means it."""


def has_bounds(metric: Metric) -> bool:
    """Whether it is known between which numbers a metric must be; not of a user's who did not say."""
    return metric.builtin or metric.range is not UNSTATED


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

        Classes without items leave an average, and may have some in the long run: bounds are those of either.
        """
        measured, relevance = self.observed[place], np.asarray(self.relevance)
        if not has_bounds(measured.metric):
            return UNBOUNDED
        ends = [measured.metric.bounds(relevance, measured.arguments)]
        taking_part = np.where(self.empty_classes, 0.0, relevance)  # in their places: of some metrics the order matters
        if measured.metric.weighted and taking_part.any():
            ends.append(measured.metric.bounds(taking_part, measured.arguments))
        return min(low for low, _ in ends), max(high for _, high in ends)
