"""All matrices without a hit that have given class sizes, and bad ones with a hit: near to them, and by descent."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from steelyard.lab import enumeration
from steelyard.lab.audits.matrices import supports
from steelyard.type_names import Floats, Integers

FURTHER = 5
"""How many items beyond one per class are tried in all ways."""

LARGEST = (8, 13)
"""The largest class beside classes of one item each, which is tried beyond."""

STARTS, STEPS = 4, 30
"""Of the descents."""


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


def descended(stack: Integers, scores: Callable[[Integers], Floats]) -> Integers:
    """Return the worst matrices with a hit that are reached from the worst of these, an item of a class at a time."""
    reached = scores(stack)
    lowest = np.argsort(reached, kind="stable")[:STARTS]
    stack, reached, index = stack[lowest], reached[lowest], np.arange(len(lowest))
    for _ in range(STEPS):
        around = _one_item_moved(stack)
        allowed = (around.min(axis=(2, 3)) >= 0) & (np.einsum("knii->kn", around) > 0)
        found = np.full(allowed.shape, np.inf)
        found[allowed] = scores(around[allowed])
        found[np.isnan(found)] = np.inf
        best = found.argmin(axis=1)
        lower = found[index, best] < reached
        if not lower.any():
            break
        stack = np.where(lower[:, None, None], around[index, best], stack)
        reached = np.where(lower, found[index, best], reached)
    return stack


def _one_item_moved(stack: Integers) -> Integers:
    """Return for each matrix those in which an item of a class is taken for another one, some with cells below 0."""
    C = stack.shape[-1]
    moves = []
    for i, j, k in np.ndindex(C, C, C):
        if j != k:
            move = np.zeros((C, C), dtype=np.int64)
            move[i, j], move[i, k] = -1, 1
            moves.append(move)
    return stack[:, None] + np.stack(moves)


def sizes_to_try(classes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield class sizes from one item each on, largest first, while matrices without a hit are at most so many."""
    for items in range(classes, classes + FURTHER + 1):
        for sizes in supports(classes, items):
            if list(sizes) == sorted(sizes, reverse=True) and how_many_all_wrong(sizes) <= most:
                yield sizes
    for largest in LARGEST:
        sizes = (largest, *[1] * (classes - 1))
        if sum(sizes) > classes + FURTHER and how_many_all_wrong(sizes) <= most:
            yield sizes
