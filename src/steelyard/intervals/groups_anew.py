"""How far metrics move if groups of items are drawn anew: what outcomes of several classes in one group do together.

Where few groups decide, their spread is itself uncertain: percentiles are those of Student's t, with as many degrees of
freedom as units, all of one influence, would be as sure of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from steelyard.intervals.combined import DrawnParts, Parts, ShapedParts
from steelyard.intervals.draws import Redraw
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import NORMAL
from steelyard.intervals.replicates import Replicates, Told, replicate
from steelyard.intervals.sample import Sample
from steelyard.lead import difference
from steelyard.measuring import Measured

Floats = np.ndarray[Any, np.dtype[np.float64]]

WORK = 20_000_000
"""Entries and cells that are drawn for all metrics, about."""

FEWEST, MOST = 400, 2000
"""Draws: with fewer than so many, slopes are as good."""

LEAST_DEGREES = 2.0
"""Of Student's t; with fewer it has no variance."""


def groups_anew(
    samples: Sequence[Sample], observed: Sequence[Measured], seed: int, *, by_slopes: bool, told: Told | None = None
) -> GroupsAnew | None:
    """Return how far metrics move if groups are drawn anew; None if items are drawn, which their classes tell."""
    if samples[0].units.kind is None:
        return None
    fit = WORK // max(1, sum(sample.units.numbers for sample in samples))
    draws = 0 if by_slopes or fit < FEWEST else min(fit, MOST)
    return GroupsAnew(tuple(samples), observed, draws, seed, told)


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
    told: Told | None = None

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
        if first is not None and second is not None:  # of one sample, a group moves both
            influence = first - second if len(self.samples) == 1 else np.concatenate([first, -second])
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

    def _shaped(self, influence: Floats, *models: int) -> ShapedParts:
        moved = np.nan_to_num(np.atleast_2d(influence), posinf=0.0, neginf=0.0) * self._as_a_sample(models)
        return ShapedParts.of_cumulants(np.zeros(len(moved)), (moved**2).sum(axis=1), (moved**3).sum(axis=1))

    def _as_a_sample(self, models: Sequence[int]) -> float:
        """Return what makes the spread of the groups that were seen that of groups in general."""
        fewest = min(self.samples[0 if len(self.samples) == 1 else model].units.total for model in models)
        return math.sqrt(fewest / max(fewest - 1, 1))

    @cached_property
    def _replicates(self) -> list[Replicates]:
        drawings = [Redraw(sample.units) for sample in self.samples]
        metrics = [each.metric for each in self.observed]
        return replicate(metrics, drawings, self.observed, self.draws, self.seed, told=self.told)

    def _influence(self, place: int, model: int) -> Floats | None:
        sample, at = (self.samples[0], model) if len(self.samples) == 1 else (self.samples[model], 0)
        known: list[Influence] | None = sample.unstratified
        return None if known is None else known[place].by_kind[at]


@dataclass(frozen=True, eq=False)
class StretchedParts:
    """Parts whose percentiles are those of Student's t instead of the normal distribution."""

    parts: Parts
    degrees: float

    def quantiles(self, level: float) -> Floats:
        from scipy.special import stdtrit  # noqa: PLC0415 - SciPy loads when it is used

        found, z = self.parts.quantiles(level), NORMAL.inv_cdf(level)
        return found * (float(stdtrit(self.degrees, level)) / z) if z else found

    def flipped(self) -> StretchedParts:
        return StretchedParts(self.parts.flipped(), self.degrees)


def _as_of_few(parts: Parts, influence: Floats | None) -> Parts:
    """Return parts that reach as far as they must where few groups decide."""
    if influence is None:
        return parts
    units = float(Influence(np.nan_to_num(influence, posinf=0.0, neginf=0.0), np.ones(1)).effective_units)
    return StretchedParts(parts, max(units, LEAST_DEGREES)) if np.isfinite(units) else parts
