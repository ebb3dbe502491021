"""Matrices whose class sizes are far apart: every cell is empty, or 1, R or R² items, for a ratio R that can grow.

A pattern holds 0 for an empty cell and 1, 2, 3 for 1, R, R² items. A bound over all class sizes that no matrix attains
shows as a pattern whose value still moves as R grows.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from steelyard.lab import enumeration
from steelyard.lab.bounding.result import Matrix
from steelyard.lab.bounding.targets import filled, targets
from steelyard.type_names import Integers

RATIO = 10**6
"""R of the search: R² and sums of it are exact in floating point."""

TINY = {2: 8, 3: 5}
"""Up to so many items, all matrices are tried, by the number of classes; of more classes, none beside the corners."""


def counts(patterns: Integers, ratio: int = RATIO) -> Integers:
    """Return the matrices of patterns."""
    return np.array([0, 1, ratio, ratio**2], dtype=np.int64)[patterns]


def matrix(pattern: Integers, ratio: int) -> Matrix:
    """Return the matrix of one pattern, for a ratio of any size."""
    amounts = (0, 1, ratio, ratio**2)
    return tuple(tuple(amounts[code] for code in row) for row in pattern.tolist())


@cache
def starts(classes: int, *, few: bool = False) -> Integers:
    """Return patterns to start from: corners with sizes alike and far apart, and even spreads; read-only."""
    sizes = _sizes(classes)
    sizes = sizes[(sizes.max(axis=-1) <= 2) & ((sizes == 2).sum(axis=-1) <= 1)] if few else sizes
    ways = targets(classes)
    corners = [filled(ways, each) for each in sizes]
    errors = 1 - np.eye(classes, dtype=np.int64)
    spreads = np.array([errors, np.ones_like(errors), errors + 2 * np.eye(classes, dtype=np.int64)])
    found = np.unique(np.concatenate([*corners, spreads]), axis=0)
    found.flags.writeable = False
    return found


def _sizes(classes: int) -> Integers:
    """Return class sizes as patterns: alike, one or two larger, one smaller, three scales."""
    alike = np.ones(classes, dtype=np.int64)
    ends = sorted({0, 1, classes - 2, classes - 1})
    some = [[k] for k in ends] + [list(pair) for pair in combinations(ends, 2)]
    larger = [np.where(np.isin(np.arange(classes), each), 2, 1) for each in some]
    smaller = [3 - each for each in larger[: len(ends)]]
    scales = []
    for first in ends:
        for second in ends:
            if first != second:
                each = alike.copy()
                each[first], each[second] = 3, 2
                scales.append(each)
    return np.unique(np.array([alike, *larger, *smaller, *scales]), axis=0)


@cache
def tiny(classes: int, *, few: bool = False) -> Integers:
    """Return all matrices of few items in which every class has some, the smallest first; read-only."""
    if classes not in TINY:
        return np.zeros((0, classes, classes), dtype=np.int64)
    blocks = []
    for items in range(classes, TINY[classes] + (0 if few else 1)):
        rest = enumeration.tables([items - classes, *[0] * (classes - 1)])[0].T
        blocks += [enumeration.matrices([int(part) + 1 for part in way]) for way in rest]
    found = np.concatenate(blocks)
    found.flags.writeable = False
    return found


def alternatives(pattern: Integers, i: int) -> Integers:
    """Return the patterns in which class i is wholly predicted as one class, or one cell of its row is another."""
    C = len(pattern)
    units = np.eye(C, dtype=np.int64)
    whole = [amount * units for amount in (1, 2, 3)]
    cells = [np.where(units == 1, amount, pattern[i]) for amount in (0, 1, 2, 3)]
    rows = np.concatenate([*whole, *cells])
    rows = rows[rows.any(axis=-1)]
    around = np.repeat(pattern[None], len(rows), axis=0)
    around[:, i] = rows
    return around
