"""What every way to tell how sure a number is has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from steelyard.counts.answer import Shown
from steelyard.intervals.interval import Interval
from steelyard.intervals.sample import Sample
from steelyard.type_names import Progress

__all__ = ["Intervals", "Method", "Sample", "at_each_place"]

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
