"""Weights drawn from any region by many walks that hit its walls and run: Smith 1984.

Each step goes from a point in a random direction to a uniformly random point of the chord. The walks are independent of
each other and start far apart, so that the spread of their means says how well they have mixed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from steelyard.importance.region import Region
from steelyard.weightings.programme import farthest, inner_point

Floats = np.ndarray[Any, np.dtype[np.float64]]

WALKS = 100
"""Independent walks, side by side."""

STEPS_PER_CLASS = 4
"""Steps between two points that are kept, for each free class, where the work allows."""

BURN_IN = 10
"""Steps before the first point is kept, in units of those between two points; but n² at least."""

MOST_WALKED = 64
"""Free classes up to which walks are trusted: they forget their start in some n² steps, which take seconds."""

MOST_WORK = 2 * 10**8
"""Steps times walks times walls: some seconds."""

CORNERS = 24
"""Vertices between which the walks start."""


class Walks:
    """The walks through one region.

    Attributes
    ----------
    burn_in, thinning
        Steps before the first point, and between two points.
    """

    def __init__(self, region: Region, rng: np.random.Generator, points: int) -> None:
        self.region, self.rng = region, rng
        self.free = region.free
        place = {x: i for i, x in enumerate(self.free.tolist())}
        among = [(place[a], place[b]) for a, b in region.pairs if a in place and b in place]
        self.less, self.more = np.array(among, dtype=np.intp).reshape(-1, 2).T
        walls = 2 * len(self.free) + len(among)
        affordable = MOST_WORK // (WALKS * walls * (points + BURN_IN))
        self.thinning = int(np.clip(affordable, 1, STEPS_PER_CLASS * len(self.free)))
        self.burn_in = max(BURN_IN * self.thinning, len(self.free) ** 2)
        self.at = self._starts()
        self.shape: Floats | None = None
        for half in (self.burn_in // 2, self.burn_in - self.burn_in // 2):
            self._steps(half)
            self.shape = self._learned_shape()

    def points(self, number: int) -> Iterator[Floats]:
        """Yield the weights of all walks, (WALKS, C), so many times."""
        for _ in range(number):
            self._steps(self.thinning)
            weights = np.tile(self.region.low, (WALKS, 1))
            weights[:, self.free] = self.at
            yield weights

    def _starts(self) -> Floats:
        middle = inner_point(self.region)
        directions = self.rng.standard_normal((CORNERS, len(middle)))
        corners = np.stack([farthest(self.region, direction) for direction in directions])
        mixed = self.rng.dirichlet(np.full(CORNERS, 0.3), size=WALKS) @ corners
        return (0.2 * middle + 0.8 * mixed)[:, self.free]

    def _learned_shape(self) -> Floats:
        """Return directions' scale from where the walks are, with a little of every direction left in."""
        spread = np.cov(self.at, rowvar=False).reshape(len(self.free), -1)
        floor = 1e-3 * np.trace(spread) / len(self.free) + 1e-300
        return np.linalg.cholesky(spread + floor * np.eye(len(self.free)))

    def _steps(self, number: int) -> None:
        low, high = self.region.low[self.free], self.region.high[self.free]
        for _ in range(number):
            direction: Floats = self.rng.standard_normal((WALKS, len(self.free)))
            if self.shape is not None:
                direction = direction @ self.shape.T
            direction -= direction.mean(axis=1, keepdims=True)
            room = np.concatenate(
                [self.at - low, high - self.at, self.at[:, self.more] - self.at[:, self.less]], axis=1
            )
            speed = np.concatenate([-direction, direction, direction[:, self.less] - direction[:, self.more]], axis=1)
            room = np.maximum(room, 0.0)
            with np.errstate(divide="ignore", invalid="ignore"):
                until = room / speed
            ahead = np.where(speed > 0, until, np.inf).min(axis=1)
            behind = np.where(speed < 0, until, -np.inf).max(axis=1)
            step = behind + (ahead - behind) * self.rng.random(WALKS)
            self.at = np.clip(self.at + step[:, None] * direction, low, high)
