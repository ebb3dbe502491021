"""How sure differences are: interval, probability and p-value from what the items of each class leave open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from steelyard.comparison.contestants import Contestants
from steelyard.comparison.field import Field
from steelyard.intervals.by_chance import by_chance
from steelyard.intervals.class_moves import ClassMoves
from steelyard.intervals.classwise import DECIDES, class_moves, classwise
from steelyard.intervals.combined import Combined, JoinedParts, Parts, decisive, together
from steelyard.intervals.rows import Rows
from steelyard.lead import difference


@dataclass(frozen=True, eq=False)
class ByClass:
    """The differences of all pairs of models: on the same items, drawn together; on items of their own, by class."""

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
            return replace(moves.of_pair(place, value, bounds), least=by_chance(self.models.units[0], a, b))
        first, second = (self._of_models[model] for model in (a, b))
        if first is None or second is None:
            return None
        return Combined(value, JoinedParts((first.parts(place), second.parts(place).flipped())), bounds=bounds)

    def limiting(self, place: int, a: int, b: int, combined: Combined, confidence: float) -> int | None:
        """Return the class without whose uncertainty a difference would be told from 0; None if there is none such."""
        moves = self._of_pairs[a, b] if self.models.paired else None
        parts = combined.parts if moves is None else moves.by_slopes(place)
        return limiting_class(combined.estimate, parts, len(self.models.units[0].labels), confidence)

    @cached_property
    def _of_pairs(self) -> dict[tuple[int, int], ClassMoves | None]:
        pairs = list(combinations(range(len(self.models.models)), 2))
        return {
            (a, b): class_moves(
                Rows(self.models.units[0], (a, b)),
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
