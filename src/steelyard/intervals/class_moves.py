"""How far each true class alone moves metrics, as its items allow: by draws, or by slopes where classes are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from steelyard.confusion import Confusion
from steelyard.intervals.combined import Combined, DrawnParts, Parts, ShapedParts
from steelyard.intervals.draws import generator
from steelyard.intervals.influence import MOST_CLASSES, cell_slopes
from steelyard.intervals.rows import Rows
from steelyard.measuring import Measured, apply, values_of_moved
from steelyard.record import Metric

Floats = np.ndarray[Any, np.dtype[np.float64]]

WORK = 3_200_000
"""Cells of the tables that are drawn for one number or comparison, about: a sixth of a second for twenty metrics."""

FEWEST, MOST = 400, 8000
"""Draws of each class: with fewer than so many, slopes are as good; more change hardly a digit that is shown."""

FEW_TOGETHER, TOGETHER = 100, 4_000_000
"""Draws that tell the bias of curved metrics where slopes are taken, and how many cells they may have."""


def draws_within(classes: int, tables: int, work: int = WORK) -> int:
    """Return how many draws of each class fit the work; 0 if too few do, so that slopes are taken."""
    fit = work // max(1, tables * classes**3)
    return 0 if fit < FEWEST else min(fit, MOST)


@dataclass(frozen=True, eq=False)
class ClassMoves:
    """How far each class alone moves the metrics of one model, or of two on the same items.

    Attributes
    ----------
    rows
        What the row of each class may be.
    observed
        The metrics of these models, of shape (models,).
    draws, seed
        How many draws of each class, 0 for slopes; the same seed gives the same draws.
    """

    rows: Rows
    observed: Sequence[Measured]
    draws: int
    seed: int

    def of_model(self, place: int, bounds: tuple[float, float]) -> Combined:
        """Return one metric of the only model, and how far each class moves it."""
        metric, value = self.observed[place].metric, float(self.observed[place].value[0])
        if metric.curved and self.draws:
            return Combined(value, self._parts(self._bent[place][..., 0]), self._bias[place], bounds)
        if metric.curved and self._draws_together >= FEW_TOGETHER // 2:
            return self._curved_by_slopes(place, value, bounds)
        return Combined(value, self._parts_at(place, [1.0]), bounds=bounds)

    def of_difference(self, place: int, value: float, bounds: tuple[float, float]) -> Combined:
        """Return one metric of the first model less that of the second, and how far each class moves it.

        Of one model alone, as a part of the difference. Biases of two models cancel.
        """
        signs = [1.0, -1.0][: len(self.rows.models)]
        if self.observed[place].metric.curved and self.draws:
            return Combined(value, self._parts(self._bent[place] @ np.asarray(signs)), bounds=bounds)
        return Combined(value, self._parts_at(place, signs), bounds=bounds)

    def _parts_at(self, place: int, signs: Sequence[float]) -> Parts:
        if not self.draws:
            return self._shaped(place)
        return self._parts(self._moved[place] @ np.asarray(signs))

    def _parts(self, moved: Floats) -> Parts:
        return DrawnParts(np.sort(moved if np.isfinite(moved).all() else np.nan_to_num(moved), axis=1))

    @cached_property
    def _tables(self) -> Floats:
        """The matrices as they are, of shape (models, C, C)."""
        return self._assembled([row.amounts for row in self.rows])

    @cached_property
    def _mean_tables(self) -> Floats:
        """The matrices in the mean, of the classes that have items."""
        return self._assembled([row.means if row.seen else 0 * row.means for row in self.rows])

    def _assembled(self, kinds: Sequence[Floats]) -> Floats:
        C = self.rows.classes
        return np.stack([row.of_models(of_row, C) for row, of_row in zip(self.rows, kinds, strict=True)], axis=-2)

    @cached_property
    def _drawn(self) -> Floats:
        """The rows drawn, of shape (classes, draws, models, C)."""
        C = self.rows.classes
        return np.stack([
            row.of_models(row.drawn(generator(self.seed, c), self.draws), C) for c, row in enumerate(self.rows)
        ])  # fmt: skip

    @cached_property
    def _moved(self) -> dict[int, Floats]:
        """How far metrics move from the data, of shape (classes, draws, models); of curved ones see `_bent`."""
        places = [place for place, each in enumerate(self.observed) if not each.metric.curved]
        values = self._one_at_a_time(self._tables, places)
        return {place: found - self.observed[place].value for place, found in zip(places, values, strict=True)}

    @cached_property
    def _curved(self) -> list[int]:
        return [place for place, each in enumerate(self.observed) if each.metric.curved]

    @cached_property
    def _bent(self) -> dict[int, Floats]:
        """How far curved metrics move, as `_moved`, but with the other classes at their mean, where none is 0."""
        base, C = self._mean_tables, self.rows.classes
        values = self._one_at_a_time(base, self._curved)
        as_seen = np.repeat(base[None], C, axis=0)
        as_seen[np.arange(C), :, np.arange(C)] = np.moveaxis(self._tables, 1, 0)
        starts = self._measured(as_seen, self._curved)
        return {place: found - start[:, None] for place, found, start in zip(self._curved, values, starts, strict=True)}

    @cached_property
    def _bias(self) -> dict[int, tuple[float, float]]:
        """How far curved metrics may be off: not at all, or by twice what the draws are off in the mean.

        With many classes of few items each it is twice (the data are off once, draws from them twice); where hardly any
        errors were seen, not at all. Between the two, no population of `benchmarks/coverage.py` was missed.
        """
        return {place: (min(0.0, 2 * off), max(0.0, 2 * off)) for place, (off, _) in self._off.items()}

    @cached_property
    def _off(self) -> dict[int, tuple[float, float]]:
        """How far the draws of curved metrics are off the mean table in the mean, and how far that is off the data."""
        seen = np.array([row.seen for row in self.rows])
        draws = np.moveaxis(self._drawn, 0, -2) if self.draws else self._few_drawn
        drawn = self._measured(draws * seen[:, None], self._curved)
        means = self._measured(self._mean_tables[None], self._curved)
        found = {}
        for place, each, mean in zip(self._curved, drawn, means, strict=True):
            known, value = each[np.isfinite(each)], float(self.observed[place].value[0])
            off = float(known.mean() - mean[0, 0]) if len(known) and np.isfinite(mean[0, 0]) else 0.0
            found[place] = off, float(mean[0, 0]) - value if np.isfinite(mean[0, 0]) else 0.0
        return found

    @property
    def _draws_together(self) -> int:
        return min(FEW_TOGETHER, TOGETHER // self.rows.classes**2)

    @cached_property
    def _few_drawn(self) -> Floats:
        """Tables of all classes drawn together, of shape (draws, 1, C, C)."""
        C, draws = self.rows.classes, self._draws_together
        each = [row.of_models(row.drawn(generator(self.seed, c), draws), C) for c, row in enumerate(self.rows)]
        return np.stack(each, axis=-2)

    def _curved_by_slopes(self, place: int, value: float, bounds: tuple[float, float]) -> Combined:
        """Return a curved metric of many classes: slopes do not see the bias, nor that a product of 0 may rise."""
        off, moved = self._off[place]
        biases = 0.0, 2 * off, off - moved
        return Combined(value, self._shaped(place), (min(biases), max(biases)), bounds)

    def _one_at_a_time(self, base: Floats, places: Sequence[int]) -> list[Floats]:
        """Return metrics of the base with the row of one class drawn, of shape (classes, draws, models)."""
        if not places:
            return []
        found = values_of_moved(self._metrics(places), self._confusion(base), self._drawn, **self._conditions)
        return [np.moveaxis(values, 1, -1) for values in found]

    def _measured(self, tables: Floats, places: Sequence[int]) -> list[Floats]:
        if not places:
            return []
        found = apply(self._metrics(places), self._confusion(tables), **self._conditions)
        return [each.value for each in found]

    def _metrics(self, places: Sequence[int]) -> list[Metric]:
        return [self.observed[place].metric for place in places]

    def _confusion(self, tables: Floats) -> Confusion:
        return Confusion(tables, self.rows.units.labels)

    @property
    def _conditions(self) -> dict[str, Any]:
        """Which weights the classes have, and what becomes of undefined terms."""
        policy = self.observed[0].policy
        return {"importance": self.observed[0].relevance, "undefined": "nan" if policy == "raise" else policy}

    def _shaped(self, place: int) -> ShapedParts:
        mean, variance, third = (moment[place] for moment in self._moments)
        spread = np.sqrt(variance)
        skewness = np.where(spread > 0, third / np.where(spread > 0, spread, 1.0) ** 3, 0.0)
        return ShapedParts(mean, spread, skewness)

    @cached_property
    def _moments(self) -> tuple[Floats, Floats, Floats]:
        """The first three cumulants of how far each class moves the metrics (the first model's less the second's)."""
        slopes = np.nan_to_num(np.stack(self._slopes), posinf=0.0, neginf=0.0)
        mean, variance, third = (np.zeros((len(slopes), self.rows.classes)) for _ in range(3))
        for c, row in enumerate(self.rows):
            if row.seen:
                by_kind = slopes[:, 0, c, row.predictions[0]]
                if len(row.predictions) > 1:
                    by_kind = by_kind - slopes[:, 1, c, row.predictions[1]]
                moves = by_kind * row.scales
                squares = moves**2
                mean[:, c] = by_kind @ (row.means - row.amounts)
                variance[:, c] = squares @ row.shapes
                third[:, c] = 2 * ((squares * moves) @ row.shapes)
        return mean, variance, third

    @cached_property
    def _slopes(self) -> list[Floats]:
        return cell_slopes(self.observed, self._confusion(self._mean_tables))


def slopes_known(classes: int) -> bool:
    """Whether the slopes of metrics by every cell are taken."""
    return classes <= MOST_CLASSES
