"""The metrics of all models as they are, and how each unit of the data moves them, and their differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.comparison.contestants import Contestants
from steelyard.intervals.influence import Influence
from steelyard.intervals.sample import Sample
from steelyard.measuring.measure import Measured, apply, resolved
from steelyard.measuring.record import Metric


@dataclass(frozen=True, eq=False)
class Field:
    """The metrics of models that are compared.

    Attributes
    ----------
    samples
        What was observed of the models: all in one sample if on the same items, else a sample for each.
    observed
        The metrics, with one set of weights for all models.
    """

    samples: tuple[Sample, ...]
    observed: Sequence[Measured]

    @property
    def metrics(self) -> list[Metric]:
        return [each.metric for each in self.observed]

    @property
    def relevance(self) -> Any:
        return self.observed[0].relevance

    @property
    def policy(self) -> str:
        return self.observed[0].policy

    @classmethod
    def of(cls, models: Contestants, metrics: Sequence[Metric], importance: Any, policy: str) -> Field:
        """Return the metrics of models; the importance is resolved on all their counts together."""
        relevance = resolved(importance, models.tables.pooled())
        samples = tuple(Sample(units, metrics, relevance, policy) for units in models.units)
        return cls(samples, apply(metrics, models.tables, importance=relevance, undefined=policy))

    def place_of(self, model: int) -> tuple[int, int]:
        """Return the sample that a model is in, and its place there."""
        return (0, model) if len(self.samples) == 1 else (model, 0)

    def sample_of(self, model: int) -> Sample:
        """Return the sample that a model is in."""
        return self.samples[self.place_of(model)[0]]

    def fewest(self, *models: int) -> int:
        """Return how many units the smallest class has, of those that have any, in the samples of some models."""
        sizes = [self.sample_of(model).units_of_classes for model in models]
        return int(min(size[size > 0].min() for size in sizes))

    def influences(self, *, stratified: bool) -> list[list[Influence]] | None:
        """Return, for each sample, the influence of its units on each metric; None if there are too many classes."""
        found = [sample.influences(stratified=stratified) for sample in self.samples]
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) else None

    def of_model(self, known: list[list[Influence]], place: int, model: int) -> Influence:
        """Return the influence on one metric of one model."""
        source, at = self.place_of(model)
        influence = known[source][place]
        return Influence(influence.by_kind[at], influence.sizes)

    def of_pair(self, known: list[list[Influence]], place: int, a: int, b: int) -> Influence:
        """Return the influence on a's value less b's."""
        first, second = self.of_model(known, place, a), self.of_model(known, place, b)
        if self.place_of(a)[0] == self.place_of(b)[0]:  # one unit moves both
            return Influence(first.by_kind - second.by_kind, first.sizes)
        both = np.concatenate([first.by_kind, -second.by_kind])
        return Influence(both, np.concatenate([first.sizes, second.sizes]))
