"""The delta method: how far each item moves the number, and so how far all of them together may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.intervals.interval import Interval, normal_ends
from steelyard.intervals.method import Intervals, Method, Sample, at_each_place
from steelyard.intervals.replicates import Told
from steelyard.intervals.trust import doubts


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
    >>> from steelyard.intervals import delta
    >>> from steelyard.intervals.method import Sample
    >>> from steelyard.intervals.units import items_of
    >>> cm = sy.Confusion([[40, 10], [10, 40]], labels=["fraud", "ok"])
    >>> (found,) = delta().of(Sample(items_of(cm), [sy.metrics.accuracy], [1, 1], "exclude"), 0.95)
    >>> round(found[0].spread, 4), round(found[0].low, 4)  # √(0.8 · 0.2 / 100)
    (0.04, 0.7216)
    """

    stratified: bool = False

    name = "delta"

    def of(self, sample: Sample, confidence: float, told: Told | None = None) -> Intervals:  # noqa: ARG002 - quick
        found = sample.influences(stratified=self.stratified)
        if found is None:
            raise ValueError(
                f"the delta method takes the derivative by every cell, and {len(sample.units.labels):,} classes have "
                "too many; take intervals='percentile'."
            )
        return [
            self._of_metric(sample, place, np.sqrt(influence.variance), confidence)
            for place, influence in enumerate(found)
        ]

    def _of_metric(self, sample: Sample, place: int, spread: Any, confidence: float) -> Any:
        value, bounds = sample.observed[place].value, sample.bounds(place)

        def interval(at: tuple[int, ...]) -> Interval:
            number, reach = float(value[at]), float(spread[at])
            low, high = normal_ends(number, reach, confidence, bounds)
            return Interval(low, high, confidence, "delta", reach, note=doubts(sample, place, at, spread=reach))

        return at_each_place(value.shape, interval)
