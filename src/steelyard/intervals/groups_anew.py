"""How far metrics move if groups of items are drawn anew: what outcomes of several classes in one group do together.

Where few groups have a class that decides, their spread is itself uncertain: percentiles are those of Student's t. With
K = (Σn)²/Σn² groups of one size that would hold as much of a class, its degrees of freedom are K − 1, and those of
several classes go together as Satterthwaite's do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.combined import DrawnParts, Parts, ShapedParts
from steelyard.intervals.draws import Redraw, Replicates, replicate
from steelyard.intervals.influence import cell_slopes, too_many_classes
from steelyard.intervals.interval import NORMAL
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import Units
from steelyard.measuring.apply import Measured
from steelyard.measuring.lead import difference
from steelyard.type_names import Floats, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


WORK = 20_000_000
"""Entries and cells that are drawn for all metrics, about."""

FEWEST, MOST = 400, 2000
"""Draws: with fewer than so many, slopes are as good."""

LEAST_DEGREES = 2.0
"""Of Student's t; with fewer it has no variance."""

OF_ONE_GROUP = 0.5
"""Degrees of freedom of a class that a single group has: hardly any."""


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
    fit = WORK // max(1, sum(sample.units.numbers for sample in samples))
    draws = 0 if by_slopes or fit < FEWEST else min(fit, MOST)
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
        from scipy.special import stdtrit  # noqa: PLC0415 - SciPy loads when it is used

        values, z = self.parts.quantiles(level), NORMAL.inv_cdf(level)
        return values * (float(stdtrit(self.degrees, level)) / z) if z else values

    def flipped(self) -> StretchedParts:
        return StretchedParts(self.parts.flipped(), self.degrees)


def _as_of_few(parts: Parts, influence: OfGroups | None) -> Parts:
    """Return parts that reach as far as they must where few groups decide."""
    if influence is None or not math.isfinite(influence.degrees):
        return parts
    return StretchedParts(parts, max(influence.degrees, LEAST_DEGREES))
