"""The vertices of a region: all of them where they are few, else those that a linear programme finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.comparison.robustness.programme import farthest
from steelyard.importance.region import Region
from steelyard.type_names import Floats

MOST_SEARCHED = 50
"""Free classes up to which the vertices of the least and greatest weight of each class are found; else as many pairs of
random directions are followed, always the same ones."""


def corners_of(region: Region, simplices: Sequence[Floats]) -> tuple[Floats, bool]:
    """Return weights of the region, (V, C), and whether all its vertices are among them.

    `simplices` are those that the region is made of.
    """
    if region.is_point:
        return region.low[None], True
    if len(simplices):
        return simplices[0] if len(simplices) == 1 else np.unique(np.concatenate(simplices), axis=0), True
    one = np.eye(len(region.low))[region.free]
    directions = np.concatenate([one, -one])
    if len(one) > MOST_SEARCHED:
        directions = np.random.default_rng(0).standard_normal((2 * MOST_SEARCHED, len(region.low)))
    return np.unique([farthest(region, direction) for direction in directions], axis=0), False
