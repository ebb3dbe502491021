"""Draws of several models together, with a little beforehand for outcomes that were not seen: they tell ranks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.confusion import Confusion
from steelyard.intervals.rows import TINY, UNSEEN
from steelyard.intervals.units import Units

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Completed:
    """Items, and for each class those beforehand: all models right, all wrong, each alone right and alone wrong.

    Of any two models, each of the four outcomes then has half an item or more; of two models alone, exactly half.
    """

    units: Units

    @property
    def numbers(self) -> int:
        return self._all.numbers

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the matrices of the models in so many draws: a stack (draws, models)."""
        items = rng.standard_gamma(self._shapes, (draws, len(self._shapes)))
        items[items < TINY] = 0.0
        return self._all.tables(items * self._scales)

    @cached_property
    def _beforehand(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
        """Truth, predictions and numbers of the items beforehand, of the classes that have items."""
        C, K = len(self.units.labels), self.units.models
        truth, predictions, items = [], [], []
        for c in np.unique(self.units.truth).tolist():
            right = np.full(K, c)
            patterns = [(right, UNSEEN)]
            for other in (j for j in range(C) if j != c):
                wrong = np.full(K, other)
                patterns.append((wrong, UNSEEN / (C - 1)))
                for k in range(K):
                    patterns.append((np.where(np.arange(K) == k, other, c), UNSEEN / 2 / (C - 1)))
                    patterns.append((np.where(np.arange(K) == k, c, other), UNSEEN / 2 / (C - 1)))
            truth += [c] * len(patterns)
            predictions += [pattern for pattern, _ in patterns]
            items += [each for _, each in patterns]
        return np.array(truth, dtype=np.intp), np.array(predictions, dtype=np.intp).T, np.array(items)

    @cached_property
    def _all(self) -> Units:
        truth, predictions, items = self._beforehand
        return Units(
            np.concatenate([self.units.sizes, np.ones(len(items), dtype=np.int64)]),
            np.concatenate([self.units.truth, truth]),
            np.concatenate([self.units.predictions, predictions], axis=1),
            self.units.labels,
        )

    @cached_property
    def _scales(self) -> NDArray[np.float64]:
        entries = self.units.entries.astype(np.float64)
        of_all = float(self.units.squares_of_entries.sum() / entries.sum())
        return np.concatenate([self.units.squares_of_entries / entries, np.full(len(self._beforehand[2]), of_all)])

    @cached_property
    def _shapes(self) -> NDArray[np.float64]:
        entries = self.units.entries.astype(np.float64)
        return np.concatenate([entries**2 / self.units.squares_of_entries, self._beforehand[2]])
