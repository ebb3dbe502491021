"""Have walks forgotten where they started? What they saw is compared between walks, and between early and late.

The walks start far apart. If they have not come together, their means differ by more than what each sees on its way
explains (Gelman and Rubin 1992: B/V, of which R̂ = √(1 + B/V)). If all of them still come from the same side, their
means keep moving from the first half to the second.
"""

from __future__ import annotations

import numpy as np

from steelyard.comparison.robustness.hit_and_run import WALKS
from steelyard.type_names import Floats

MOST_APART = 0.02
"""B/V: each walk has seen fifty independent points at least."""

MOST_MOVED = 5.0
"""Standard errors between the halves; of a hundred quantities, one in ten thousand runs moves as much by chance."""


class Mixing:
    """Sums of some quantities over each walk and each half."""

    def __init__(self, points: int) -> None:
        self.half = points // 2
        self.seen = 0
        self.sums: Floats | None = None

    def add(self, quantities: Floats) -> None:
        """Count in quantities of some points of all walks, (points, WALKS, Q)."""
        if self.sums is None:
            self.sums = np.zeros((2, 2, WALKS, quantities.shape[-1]))
            self.centre = quantities.mean(axis=(0, 1))  # squares lose no digits around it
        apart = quantities - self.centre
        late = self.seen + np.arange(len(apart)) >= self.half
        for half, chosen in enumerate((apart[~late], apart[late])):
            self.sums[half] += [chosen.sum(axis=0), (chosen**2).sum(axis=0)]
        self.seen += len(apart)

    @property
    def mixed(self) -> bool:
        """Whether no quantity tells the walks, or the halves, apart."""
        assert self.sums is not None  # noqa: S101 - asked after the walks
        early, late = self.sums[0, 0] / self.half, self.sums[1, 0] / (self.seen - self.half)
        mean, square = self.sums.sum(axis=0) / self.seen
        within = (square - mean**2).mean(axis=0)
        moved = late - early
        # What differs by rounding alone, such as the lead of two models that are the same, tells nothing.
        telling = square.mean(axis=0) > (1e-9 * np.abs(self.centre)) ** 2
        apart = mean.var(axis=0, ddof=1) > MOST_APART * within
        drifts = np.abs(moved.mean(axis=0)) > MOST_MOVED * moved.std(axis=0, ddof=1) / np.sqrt(WALKS)
        return not ((apart | drifts) & telling).any()
