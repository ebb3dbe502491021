"""The randomisation test: if neither model were better, swapping their predictions of an item would change nothing.

Each item, or group, has its two predictions swapped by the throw of a coin, on the counts alone: of the items with the
same truth and the same two predictions, a binomial number stays. The difference of the data is compared with those that
arise so. It needs no large numbers, so that three items that tell models apart cannot make a small p-value; for
accuracy it is McNemar's exact test.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.combined import SEEN
from steelyard.intervals.interval import NORMAL
from steelyard.intervals.units import Units
from steelyard.measuring.lead import TIED, difference, rounding
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


SWAPS, FEWEST = 4000, 1000
"""Draws of all pairs together, and of each pair at least."""

MOST_NUMBERS = 1 << 25
"""Numbers in the draws of all pairs together, beyond which there are fewer draws: a second or two."""


def swaps_of_each(pairs: int, numbers: int) -> int:
    """Return how often the predictions of each pair are swapped, if a draw takes so many numbers."""
    return max(FEWEST, min(SWAPS, MOST_NUMBERS // numbers) // pairs)


@dataclass(frozen=True, eq=False)
class Swapped:
    """Draws in which two models have exchanged their predictions of about half of the items."""

    units: Units
    a: int
    b: int

    @property
    def numbers(self) -> int:
        return self._both_ways.numbers

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the matrices of the two models, a stack (draws, 2)."""
        entries = self.units.entries
        if self.units.kind is None:
            kept = np.broadcast_to(entries, (draws, len(entries))).copy()
            told_apart = np.flatnonzero(self.units.predictions[self.a] != self.units.predictions[self.b])
            kept[:, told_apart] = rng.binomial(entries[told_apart], 0.5, (draws, len(told_apart)))
        else:
            stays = rng.integers(0, 2, (draws, len(self.units.sizes)), dtype=np.int8)
            kept = stays[:, self.units.kind] * entries
        return self._both_ways.tables(np.concatenate([kept, entries - kept], axis=1))

    @cached_property
    def _both_ways(self) -> Units:
        """Every entry twice: as it is, and with the two predictions swapped."""
        first, second = self.units.predictions[self.a], self.units.predictions[self.b]
        predictions = np.stack([np.concatenate([first, second]), np.concatenate([second, first])])
        truth = np.tile(self.units.truth, 2)
        return Units(np.tile(self.units.entries, 2), truth, predictions, self.units.labels)


def p_of_swaps(values: Floats, swapped: Floats, metric: Metric | None = None) -> float:
    """Return how often swapped predictions are as far apart as those of the data, the data themselves included.

    Parameters
    ----------
    values, swapped
        The values of the two models, and those after each swap, of shape (draws, 2).
    metric
        Tells which values are rounding alone, as for `difference`.

    Examples
    --------
    >>> import numpy as np
    >>> leads = np.repeat([-3.0, -1.0, 1.0, 3.0], [125, 375, 375, 124])
    >>> p_of_swaps(np.array([3.0, 0.0]), np.stack([leads, np.zeros(999)], axis=1))
    0.25
    """
    lead = float(difference(values[0], values[1], metric))
    found = difference(swapped[:, 0], swapped[:, 1], metric)
    known = found[np.isfinite(found)]
    if not np.isfinite(lead) or not len(known):
        return float("nan")
    # swaps that are as far apart as the data reach it by other sums; rounding is a part of the values, not of the lead
    noise = max(TIED * float(np.abs(values).max()), rounding(metric))
    far: NDArray[np.bool_] = np.abs(known) >= abs(lead) - noise
    p = float(far.sum() + 1) / (len(known) + 1)
    spread = float(known.std())
    if far.sum() >= SEEN or spread == 0:
        return p
    return min(p, 2 * NORMAL.cdf(-abs(lead) / spread))
