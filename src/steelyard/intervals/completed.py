"""Draws of several models together, with a little beforehand for outcomes that were not seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.confusion import Confusion
from steelyard.intervals.belonging import items_apart
from steelyard.intervals.rows import TINY, UNSEEN
from steelyard.intervals.units import Units

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats = np.ndarray[Any, np.dtype[np.float64]]


def completed(units: Units) -> Completed:
    """Return draws of all models on some items, or on groups of them, which count as fewer items."""
    return Completed(items_apart(units, range(units.models)))


@dataclass(frozen=True, eq=False)
class Completed:
    """Items, and for each class those beforehand: all models right, all wrong, each alone right and alone wrong.

    Of any two models, each of the four outcomes then has half an item or more; of two models alone, exactly half; of
    one model, its hits and its errors have half an item each. In each draw, the errors of one outcome fall on another
    class at random: to spread them over all of them as a gamma variable each would mostly do the same, as shares of an
    item that small are 0 but for one, and would take C² of them.
    """

    units: Units

    @property
    def numbers(self) -> int:
        """How many numbers one draw takes."""
        C, K = len(self.units.labels), self.units.models
        return len(self.units.truth) + K * C**2 + len(self._classes) * len(self.outcomes[1]) * (1 + K)

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the matrices of the models in so many draws: a stack (draws, models)."""
        seen = _some_items(rng, self._shapes, (draws, len(self._shapes))) * self._scales
        counts = np.array(self.units.tables(seen).dense().counts)
        right, items = self.outcomes
        unseen = _some_items(rng, items, (draws, len(self._classes), len(items))) * self._scale_of_all
        C, classes = len(self.units.labels), self._classes[:, None]
        other = rng.integers(0, max(C - 1, 1), unseen.shape)
        other += other >= classes
        cells = np.arange(draws)[:, None, None] * C**2 + classes * C
        for model in range(self.units.models):
            places = cells + np.where(right[:, model], classes, other)
            added = np.bincount(places.reshape(-1), weights=unseen.reshape(-1), minlength=draws * C**2)
            counts[:, model] += added.reshape(draws, C, C)
        return Confusion(counts, self.units.labels)

    @cached_property
    def _classes(self) -> NDArray[np.intp]:
        """The classes that have items: of the others nothing is known."""
        return np.unique(self.units.truth)

    @cached_property
    def outcomes(self) -> tuple[NDArray[np.bool_], Floats]:
        """Which models are right in each outcome of a class, (outcomes, models), and the items that it has."""
        K = self.units.models
        alone = np.eye(K, dtype=np.bool_)
        of_all = [np.ones((1, K), dtype=np.bool_)]
        if len(self.units.labels) > 1:  # else there is nothing to be wrong with
            of_all.append(np.zeros((1, K), dtype=np.bool_))
        of_one = [alone, ~alone] if len(of_all) == 2 and K > 1 else []
        right = np.concatenate([*of_all, *of_one])
        return right, np.where(np.arange(len(right)) < len(of_all), UNSEEN, UNSEEN / 2)

    @property
    def _scale_of_all(self) -> float:
        """What an item weighs that was not seen: as those that were."""
        return float(self.units.squares_of_entries.sum() / self.units.entries.astype(np.float64).sum())

    @cached_property
    def _scales(self) -> Floats:
        return np.asarray(self.units.squares_of_entries / self.units.entries.astype(np.float64))

    @cached_property
    def _shapes(self) -> Floats:
        return np.asarray(self.units.entries.astype(np.float64) / self._scales)


def _some_items(rng: np.random.Generator, shapes: Floats, size: tuple[int, ...]) -> Floats:
    items = rng.standard_gamma(shapes, size)
    items[items < TINY] = 0.0  # a gamma of shape near 0 may be as small as 1e-300
    return items
