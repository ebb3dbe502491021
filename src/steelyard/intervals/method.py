"""What every way to tell how sure a number is has in common; the delta method is the shortest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.counts.answer import Shown
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Interval, normal_ends
from steelyard.intervals.sample import Sample
from steelyard.intervals.trust import can_be_learned, doubts, nothing_varies
from steelyard.type_names import Progress

Intervals = Sequence[Any]
"""One entry per metric: an array of `Interval`, of shape (models,) or, for a rate, (models, classes)."""


class Method(Shown, ABC):
    """A way to tell how sure a number is."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What the intervals say they were made by."""

    @property
    def within_classes(self) -> Method:
        """The same with the size of each true class held fixed, if it draws items from all classes together."""
        return self

    @abstractmethod
    def of(self, sample: Sample, confidence: float, progress: Progress | None = None) -> Intervals:
        """Return the intervals of all metrics, models and (for rates) classes of a sample."""


def at_each_place(shape: tuple[int, ...], interval: Callable[[tuple[int, ...]], Interval]) -> Any:
    """Return an array of the intervals that are made at each place."""
    intervals = np.empty(shape, dtype=object)
    for at in np.ndindex(shape):
        intervals[at] = interval(at)
    return intervals


# The delta method: how far each item moves the number, and so how far all of them together may.


@dataclass(frozen=True)
class delta(Method):
    """The value ± its standard error from the derivatives by each cell: quick, and right where items are many.

    The derivatives are taken of the metric's own body, also of a user's metric. For macro and micro F1 this is the
    closed form of Takahashi et al. 2022.

    Parameters
    ----------
    stratified
        Whether the size of each true class is fixed.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[40, 10], [10, 40]], labels=["fraud", "ok"])
    >>> score = sy.evaluate(cm, intervals=sy.intervals.delta())["accuracy"]
    >>> round(score.interval.spread, 4), round(score.low, 4)  # √(0.8 · 0.2 / 100)
    (0.04, 0.7216)
    """

    stratified: bool = False

    name = "delta"

    @property
    def within_classes(self) -> delta:
        return replace(self, stratified=True)

    def of(self, sample: Sample, confidence: float, progress: Progress | None = None) -> Intervals:  # noqa: ARG002 - quick
        influences = sample.needed_influences("the delta method", stratified=self.stratified)
        return [self._of_metric(sample, place, influence, confidence) for place, influence in enumerate(influences)]

    def _of_metric(self, sample: Sample, place: int, influence: Influence, confidence: float) -> Any:
        value, bounds = sample.observed[place].value, sample.bounds(place)
        degrees = None if sample.units.kind is None else sample.units.total - 1
        # Groups are few: their variance is that of a sample, and its own error that of Student's t.
        variance = influence.variance * (1.0 if degrees is None else (degrees + 1) / degrees)
        spread, effective = np.sqrt(variance), influence.effective_units
        still = nothing_varies(0.0, remedy="bayes" if can_be_learned(sample) else "")

        def interval(at: tuple[int, ...]) -> Interval:
            number, reach = float(value[at]), float(spread[at])
            low, high = normal_ends(number, reach, confidence, bounds, degrees)
            note = doubts(sample, place, at, spread=reach, effective=float(effective[at]))
            normal_interval = Interval(low, high, confidence, "delta", reach, note=note)
            return replace(normal_interval, note=still) if normal_interval.has_no_width(bounds) else normal_interval

        return at_each_place(value.shape, interval)
