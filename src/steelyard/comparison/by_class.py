"""How sure differences are, class by class: interval, probability and p-value from what the items leave open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.comparison.contestants import Contestants
from steelyard.intervals.class_moves import ClassMoves
from steelyard.intervals.classwise import DECIDES, GroupsAnew, class_moves, classwise, groups_anew
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Combined, JoinedParts, Parts, decisive, together
from steelyard.intervals.rows import hits_and_items, rows_of
from steelyard.intervals.sample import Sample
from steelyard.intervals.several_models import by_chance
from steelyard.measuring.apply import Measured, apply, resolved
from steelyard.measuring.lead import difference
from steelyard.measuring.record import Metric
from steelyard.type_names import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        by_sample = [sample.influences(stratified=stratified) for sample in self.samples]
        known = [each for each in by_sample if each is not None]
        return known if len(known) == len(by_sample) else None

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


# The differences of all pairs of models: interval, probability and p-value, and the class that limits them.


MANY = 50
"""Items that tell two models apart, of which 2⁻ᵈ is nothing."""


@dataclass(frozen=True, eq=False)
class ByClass:
    """The differences of all pairs of models: on the same items, drawn together; on items of their own, by class."""

    models: Contestants
    field: Field
    method: classwise
    progress: Progress | None = None

    def pair(self, place: int, a: int, b: int) -> Combined | None:
        """Return a metric's value of one model less that of another; None where it is undefined or classes too many."""
        observed = self.field.observed[place]
        value = float(difference(observed.value[a], observed.value[b], observed.metric))
        if not np.isfinite(value):
            return None
        low, high = self.field.samples[0].bounds(place)
        bounds = low - high, high - low
        if self.models.paired:
            moves, turned = self._of_pairs[a, b]
            if moves is None:
                return None
            combined = moves.of_pair(place, -value if turned else value, bounds)
            combined = replace(combined.flipped() if turned else combined, least=self._by_chance(place, moves, a, b))
            return combined if self._anew is None else replace(combined, resampled=self._anew.of_pair(place, a, b))
        first, second = (self._of_models[model] for model in (a, b))
        if first is None or second is None:
            return None
        resampled = None if self._anew is None else self._anew.of_pair(place, a, b)
        parts = JoinedParts((first.parts(place), second.parts(place).flipped()))
        moving = first.moving(place) | second.moving(place)
        return Combined(value, parts, resampled, bounds=bounds, least=self._by_chance_apart(place, a, b, moving))

    def draws_of(self, a: int, b: int) -> int:
        """Return how many draws tell how sure the differences of two models are; 0 if none do."""
        moves = self._of_pairs[a, b][0] if self.models.paired else None
        return 0 if moves is None else moves.draws

    def limiting(self, place: int, a: int, b: int, combined: Combined, confidence: float) -> int | None:
        """Return the class without whose uncertainty a difference would be told from 0; None if there is none such."""
        moves, turned = self._of_pairs[a, b] if self.models.paired else (None, False)
        parts = combined.parts
        if moves is not None:
            parts = moves.by_slopes(place).flipped() if turned else moves.by_slopes(place)
        return limiting_class(combined.estimate, parts, len(self.models.units[0].labels), confidence)

    def _by_chance(self, place: int, moves: ClassMoves, a: int, b: int) -> float:
        """Return how likely all items that tell two models apart speak for the same one by chance: 2⁻ᵈ of d items."""
        units = self.models.units[0]
        if units.kind is not None:
            return by_chance(units, a, b, moves.telling(place))
        apart = units.predictions[a] != units.predictions[b]
        hits = (units.truth == units.predictions[a]) != (units.truth == units.predictions[b])
        by_class = np.bincount(units.truth, weights=units.sizes * hits)
        if not apart.any() or by_class[np.unique(units.truth)].min() >= MANY:
            return by_chance(units, a, b)  # whatever the metric looks at, there are many
        return by_chance(units, a, b, moves.telling(place))

    def _by_chance_apart(self, place: int, a: int, b: int, moving: NDArray[np.bool_]) -> float:
        """Return how likely the hits of two models on items of their own fall as far apart by chance, as Fisher has it.

        Of the classes that count, as many hits as can be go to the same model. `moving`: the classes whose items move
        the metric, which are those that count for the rate of one class.
        """
        observed, chance = self.field.observed[place], 1.0
        counting = observed.relevance > 0 if observed.metric.weighted else np.ones_like(moving)
        counting = moving if observed.metric.kind == "class" else counting
        first, second = (hits_and_items(self.models.units[model]) for model in (a, b))
        for c, (x, n, y, m) in enumerate(zip(*first, *second, strict=True)):
            if n and m and counting[c]:
                chance *= max(_of_table(min(x + y, n), n, x + y, m), _of_table(max(0, x + y - m), n, x + y, m))
        return min(chance, 0.5)

    @cached_property
    def _anew(self) -> GroupsAnew | None:
        """How far the differences move if groups are drawn anew; None if there are none."""
        samples, way = self.field.samples, self.method
        return groups_anew(samples, self.field.observed, way.seed, by_slopes=way.by_slopes, progress=self.progress)

    @cached_property
    def _of_pairs(self) -> dict[tuple[int, int], tuple[ClassMoves | None, bool]]:
        """How far classes move the metrics of each pair, and whether they are those of the second and the first.

        Which of two models is drawn first is told by their counts, not by the order in which they were named, so that
        the same data have the same draws.
        """
        pairs, of_pairs = list(combinations(range(len(self.models.models)), 2)), {}
        for a, b in pairs:
            moves = self._moves_of(a, b, len(pairs))
            turned = moves is not None and moves.draws > 0 and self._written(b) < self._written(a)
            of_pairs[a, b] = self._moves_of(b, a, len(pairs)) if turned else moves, turned
        return of_pairs

    def _moves_of(self, first: int, second: int, pairs: int) -> ClassMoves | None:
        return class_moves(
            rows_of(self.models.units[0], (first, second)),
            [each.of_models([first, second]) for each in self.field.observed],
            self.method.seed,
            by_slopes=self.method.by_slopes,
            times=pairs,
        )

    def _written(self, model: int) -> list[float]:
        """Return the counts of a model, cell by cell; no metric tells models apart that have the same."""
        return self.models.tables.slice(model).dense().counts.ravel().tolist()

    @cached_property
    def _of_models(self) -> list[ClassMoves | None]:
        return [
            class_moves(
                rows_of(units, (0,)),
                [each.of_models([model]) for each in self.field.observed],
                self.method.seed + model,
                by_slopes=self.method.by_slopes,
                times=len(self.models.units),
            )
            for model, units in enumerate(self.models.units)
        ]


def limiting_class(estimate: float, parts: Parts, classes: int, confidence: float) -> int | None:
    """Return the class without whose uncertainty a difference would be told from 0; None if there is none such.

    It must carry most of the squared width: then the items of this class are too few, whatever the others say.
    """
    most, share = decisive(parts)
    if share < DECIDES or estimate == 0:
        return None
    tail = (1 - confidence) / 2
    against = -parts.quantiles(tail) if estimate > 0 else parts.quantiles(1 - tail)
    return most % classes if abs(estimate) > together(np.delete(against, most)) else None


def _of_table(x: int, n: int, hits: int, m: int) -> float:
    """Return how likely, of n and m items with so many hits in all, x of the hits fall on the n."""

    def ways(items: int, chosen: int) -> float:
        return math.lgamma(items + 1) - math.lgamma(chosen + 1) - math.lgamma(items - chosen + 1)

    return math.exp(ways(hits, x) + ways(n + m - hits, n - x) - ways(n + m, n))
