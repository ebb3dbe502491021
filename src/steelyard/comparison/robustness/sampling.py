"""Weights drawn uniformly from a region, by the best way there is for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from steelyard.comparison.robustness.extensions import drawn_extensions
from steelyard.comparison.robustness.hit_and_run import MOST_EXCHANGED, MOST_WALKED, WALKS, Walks
from steelyard.comparison.robustness.scores import CHUNK
from steelyard.comparison.robustness.simplices import chain_of, parts_of
from steelyard.importance.poset import bits
from steelyard.importance.region import Region
from steelyard.type_names import Floats

How = Literal["one point", "independent", "rejection", "hit-and-run", "none"]

PILOT = 4_096
LEAST_ACCEPTED = 0.02
"""Of the pilot's draws from the surrounding simplices; with fewer, walking costs less than rejecting."""


LEAST_POINTS = 200
"""Of each walk: with fewer it could not be told whether they have mixed."""


class Sampler:
    """Draws weights from a region; the same seed gives the same bits.

    `width` is how many numbers will be made of each set of weights, so that chunks stay small.

    Attributes
    ----------
    how
        "independent" draws where only an order binds; "rejection" of independent draws that miss the ranges;
        "hit-and-run" where too few would be left, or the order is too loose to be completed at random; "none" if that
        would take walks through more classes than they can cross.
    """

    def __init__(self, region: Region, seed: int, width: int = 1) -> None:
        self.region = region
        self.rng = np.random.default_rng(seed)
        self.size = max(1, CHUNK // max(len(region.low), width))
        self._around = _surrounding(region)
        self._poset, self._parts = parts_of(self._around)
        self.how: How = self._way()

    def _way(self) -> How:
        if self.region.is_point:
            return "one point"
        try:
            pilot = self._independent(PILOT // 4 if self.size < PILOT else PILOT)
        except ValueError:  # an order too loose to draw from directly
            pilot = np.empty((0, len(self.region.low)))
        if len(pilot) and self.region.is_simplicial:
            return "independent"
        if len(pilot) and len(self._inside(pilot)) >= LEAST_ACCEPTED * len(pilot):
            return "rejection"
        return "hit-and-run" if len(self.region.free) <= self._most_walked else "none"

    @property
    def _most_walked(self) -> int:
        return MOST_WALKED if self.region.pairs else MOST_EXCHANGED

    def points(self, samples: int) -> int:
        """Return how many points of each walk are looked at for so many samples."""
        return max(LEAST_POINTS, -(-samples // WALKS))

    def chunks(self, samples: int) -> Iterator[Floats]:
        """Yield weights, (S, C), together so many; of walks `points` times all of them, walk by walk."""
        if self.how == "one point":
            yield self.region.low[None]
        elif self.how == "hit-and-run":
            yield from self._walked(samples)
        elif self.how != "none":
            drawn = 0
            while drawn < samples:
                size = min(self.size, samples - drawn) if self.how == "independent" else self.size
                found = self._inside(self._independent(size))[: samples - drawn]
                drawn += len(found)
                yield found

    def _walked(self, samples: int) -> Iterator[Floats]:
        points = self.points(samples)
        together: list[Floats] = []
        for weights in Walks(self.region, self.rng, points).points(points):
            together.append(weights)
            if len(together) * WALKS >= self.size:
                yield np.concatenate(together)
                together = []
        if together:
            yield np.concatenate(together)

    def _inside(self, weights: Floats) -> Floats:
        if self.region.is_simplicial:
            return weights
        inside = ((weights >= self.region.low) & (weights <= self.region.high)).all(axis=1)
        return weights[inside]

    def _independent(self, size: int) -> Floats:
        """Draw from the simplices around the region: sorted exponential times, in a random total order of each part."""
        around = self._around
        times = self.rng.standard_exponential((size, len(around.low)))
        times[:, around.high <= around.low] = 0.0
        for part in self._parts:
            members = list(bits(part))
            if len(members) == 1:
                continue
            # The least of k times is one k-th of a time, the next is longer by one (k − 1)-th, and so on.
            ranked = np.cumsum(times[:, members] / np.arange(len(members), 0, -1), axis=1)
            chain = chain_of(self._poset, part)
            if chain is not None:
                times[:, list(chain)] = ranked
            else:
                np.put_along_axis(times, drawn_extensions(self._poset, part, self.rng, size), ranked, axis=1)
        shares = times / times.sum(axis=1, keepdims=True)
        return np.asarray(around.low + around.mass * shares)


def _surrounding(region: Region) -> Region:
    """Return a region bound by an order alone that contains this one: least weights, alike where they are compared."""
    if region.is_point or region.is_simplicial:
        return region
    _, parts = parts_of(region)
    low = region.low.copy()
    for part in parts:
        members = list(bits(part))
        low[members] = low[members].min()
    free = region.high > region.low
    high = np.where(free, 1.0, region.high)
    return replace(region, low=low, high=high)
