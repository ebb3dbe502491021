"""How sure differences are, class by class: interval, probability and p-value from one model of the data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.comparison.contestants import Contestants
from steelyard.comparison.field import Field
from steelyard.intervals.class_moves import ClassMoves
from steelyard.intervals.classwise import DECIDES, class_moves, classwise
from steelyard.intervals.combined import Combined, JoinedParts
from steelyard.intervals.rows import Rows
from steelyard.lead import difference

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class ByClass:
    """The differences of all pairs of models, as far as each class alone moves them."""

    models: Contestants
    field: Field
    method: classwise

    def pair(self, place: int, a: int, b: int) -> Combined | None:
        """Return a metric's value of one model less that of another; None where it is undefined or classes too many."""
        observed = self.field.observed[place]
        value = float(difference(observed.value[a], observed.value[b], observed.metric))
        if not np.isfinite(value):
            return None
        low, high = self.field.samples[0].bounds(place)
        bounds = low - high, high - low
        if self.models.paired:
            moves = self._of_pairs[a, b]
            if moves is None:
                return None
            return replace(moves.of_difference(place, value, bounds), least=self._by_chance(a, b))
        first, second = (self._of_models[model] for model in (a, b))
        if first is None or second is None:
            return None
        parts = first.of_difference(place, value, bounds).parts, second.of_difference(place, value, bounds).parts
        return Combined(value, JoinedParts((parts[0], parts[1].flipped())), bounds=bounds)

    def _by_chance(self, a: int, b: int) -> float:
        """Return how likely all items that tell two models apart speak for the same one by chance."""
        units = self.models.units[0]
        apart = int(units.sizes[units.predictions[a] != units.predictions[b]].sum())
        return 0.5 ** max(apart, 1)

    def rows(self, a: int, b: int) -> Rows:
        """Return what the classes of a pair may be; of models on items of their own, those of the first."""
        return Rows(self.models.units[0], (a, b)) if self.models.paired else Rows(self.models.units[a], (0,))

    @cached_property
    def _of_pairs(self) -> dict[tuple[int, int], ClassMoves | None]:
        pairs = list(combinations(range(len(self.models.models)), 2))
        return {
            (a, b): class_moves(
                self.rows(a, b),
                [each.of_models([a, b]) for each in self.field.observed],
                self.method.seed,
                by_slopes=self.method.by_slopes,
                times=len(pairs),
            )
            for a, b in pairs
        }

    @cached_property
    def _of_models(self) -> list[ClassMoves | None]:
        return [
            class_moves(
                Rows(units, (0,)),
                [each.of_models([model]) for each in self.field.observed],
                self.method.seed + model,
                by_slopes=self.method.by_slopes,
                times=len(self.models.units),
            )
            for model, units in enumerate(self.models.units)
        ]


def limiting_class(combined: Combined, classes: int, confidence: float) -> int | None:
    """Return the class without whose uncertainty a difference would be told from 0; None if there is none such.

    It must carry most of the squared width: then the items of this class are too few, whatever the others say.
    """
    most, share = combined.decisive()
    if share < DECIDES or combined.estimate == 0:
        return None
    tail = (1 - confidence) / 2
    reach = combined.parts.quantiles(tail) if combined.estimate > 0 else combined.parts.quantiles(1 - tail)
    against = np.minimum(reach, 0.0) if combined.estimate > 0 else np.maximum(reach, 0.0)
    others = np.delete(against, most)
    return most % classes if abs(combined.estimate) > float(np.sqrt((others**2).sum())) else None
