"""All matrices without a hit that have given class sizes, and those with one hit that are nearest to them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from steelyard import enumeration
from steelyard.audits.matrices import Integers, supports

FURTHER = 5
"""How many items beyond one per class are tried."""


def how_many_all_wrong(sizes: Sequence[int]) -> int:
    """Return how many matrices without a hit have these class sizes."""
    return math.prod(enumeration.ways(size, len(sizes) - 1) for size in sizes)


def all_wrong(sizes: Sequence[int]) -> Integers:
    """Return all matrices without a hit that have these class sizes."""
    C = len(sizes)
    # A row without its diagonal cell is a way to divide the items among the other classes.
    listed = [enumeration.tables([size, *[0] * (C - 2)])[0] for size in sizes]
    rows = enumeration.rows(listed, np.arange(how_many_all_wrong(sizes)))
    return np.moveaxis(np.stack([np.insert(row, i, 0, axis=0) for i, row in enumerate(rows)]), -1, 0)


def with_one_hit(stack: Integers) -> Integers:
    """Return all matrices in which one error of one of these has become a hit."""
    C = stack.shape[-1]
    found = []
    for i, j in np.ndindex(C, C):
        if i != j:
            changed = stack[stack[:, i, j] > 0]
            changed[:, i, j] -= 1
            changed[:, i, i] += 1
            found.append(changed)
    return np.concatenate(found)


def sizes_to_try(classes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield class sizes from one item each on, largest first, while matrices without a hit are at most so many."""
    for items in range(classes, classes + FURTHER + 1):
        for sizes in supports(classes, items):
            if list(sizes) == sorted(sizes, reverse=True) and how_many_all_wrong(sizes) <= most:
                yield sizes
