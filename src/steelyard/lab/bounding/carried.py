"""A matrix carried into one class more or one fewer, as nearly the same classifier as there is."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from steelyard.lab.bounding.objective import LARGEST
from steelyard.type_names import Integers

RATIOS = (1, 10, 10**3, 10**6, 10**9)
"""By which a matrix grows beside a class with one item."""


def carried(m: Integers, classes: int, *, most: int = LARGEST) -> Integers:
    """Return matrices of one class more, or one fewer, that hold the same classifier; of at most so many items.

    A class with one item is added, right or wrong; or a class is split in two halves. Two classes become one; or a
    class is left out.
    """
    found = [*_beside(m, most), *_split(m)] if classes > len(m) else [*_merged(m), *_without(m)]
    every = np.array(found, dtype=np.int64).reshape(-1, classes, classes)
    return every[(every.sum(axis=2).min(axis=1) > 0) & (every.sum(axis=(1, 2)) <= most)]


def _beside(m: Integers, most: int) -> list[Integers]:
    C = len(m)
    found = []
    for ratio in RATIOS:
        if int(m.sum()) * ratio < most:
            for j in range(C + 1):
                more = np.zeros((C + 1, C + 1), dtype=np.int64)
                more[:C, :C] = m * ratio
                more[C, j] = 1
                found.append(more)
    return found


def _split(m: Integers) -> list[Integers]:
    """Return each class split in halves; errors of others fall on the first half, or on both."""
    C = len(m)
    found = []
    for i in range(C):
        own = np.append(np.arange(C), i)
        halves = np.where(own == i, 1, 2)
        for columns in (halves, np.where(np.arange(C + 1) == C, 0, 2)):
            more = m[np.ix_(own, own)] * halves[:, None] * columns
            for hits in (np.eye(2), 1 - np.eye(2)):  # of the halves: each its own, or each the other's
                more = more.copy()
                more[np.ix_([i, C], [i, C])] = 2 * m[i, i] * hits
                found.append(more // np.gcd.reduce(more, axis=None))
    return found


def _merged(m: Integers) -> list[Integers]:
    found = []
    for i, j in combinations(range(len(m)), 2):
        fewer = m.copy()
        fewer[i] += fewer[j]
        fewer[:, i] += fewer[:, j]
        found.append(_left_out(fewer, j))
    return found


def _without(m: Integers) -> list[Integers]:
    return [_left_out(m, i) for i in range(len(m))]


def _left_out(m: Integers, i: int) -> Integers:
    return np.delete(np.delete(m, i, axis=0), i, axis=1)
