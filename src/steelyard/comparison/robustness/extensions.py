"""The total orders that agree with a partial one: how many there are, all of them, or some drawn at random."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from steelyard.importance.poset import Poset, bits
from steelyard.importance.ranks import connected, covered, down_sets
from steelyard.type_names import Positions


def parallel(poset: Poset, elements: int) -> list[int]:
    """Return the parts, as masks, between which nothing is comparable."""
    return connected(elements, lambda x: poset.below[x] | poset.above[x])


def _layers(poset: Poset, elements: int) -> list[int]:
    """Return the layers, lowest first, each of which lies wholly below the next."""
    found = connected(elements, lambda x: ~(poset.below[x] | poset.above[x]))
    return sorted(found, key=lambda layer: (poset.below[layer.bit_length() - 1] & elements & ~layer).bit_count())


def count_extensions(poset: Poset, elements: int) -> int:
    """Return the number of total orders; ValueError if that takes too many steps."""
    if elements.bit_count() == 1:
        return 1
    parts = parallel(poset, elements)
    if len(parts) > 1:
        merges = math.factorial(elements.bit_count()) // math.prod(math.factorial(p.bit_count()) for p in parts)
        return merges * math.prod(count_extensions(poset, part) for part in parts)
    layers = _layers(poset, elements)
    if len(layers) > 1:
        return math.prod(count_extensions(poset, layer) for layer in layers)
    (total,) = down_sets(_lower(poset, elements))[-1][0].values()
    return total


def all_extensions(poset: Poset, elements: int) -> Iterator[tuple[int, ...]]:
    """Yield every total order, lowest first."""
    if not elements:
        yield ()
        return
    for x in bits(elements):
        if not poset.below[x] & elements:
            for rest in all_extensions(poset, elements & ~(1 << x)):
                yield (x, *rest)


def drawn_extensions(poset: Poset, elements: int, rng: np.random.Generator, size: int) -> Positions:
    """Return total orders drawn uniformly and independently, (size, k), lowest first; ValueError if it takes too long.

    Parts between which nothing is comparable are drawn separately and merged at random, layers are put upon each
    other; what is neither is built up from below, each next element with the share of the orders that begin so.
    """
    members = list(bits(elements))
    alone = [x for x in members if not (poset.below[x] | poset.above[x]) & elements]
    if len(alone) == len(members):
        return rng.permuted(np.tile(np.array(members, dtype=np.intp), (size, 1)), axis=1)
    parts = parallel(poset, elements)
    if len(parts) > 1:
        together = sum(1 << x for x in alone)
        kept = [part for part in parts if part.bit_count() > 1] + ([together] if together else [])
        return _merged([drawn_extensions(poset, part, rng, size) for part in kept], rng)
    layers = _layers(poset, elements)
    if len(layers) > 1:
        return np.concatenate([drawn_extensions(poset, layer, rng, size) for layer in layers], axis=1)
    return np.array(members, dtype=np.intp)[_drawn_paths(_lower(poset, elements), rng, size)]


def _merged(parts: list[Positions], rng: np.random.Generator) -> Positions:
    """Merge orders at random, each keeping its own order."""
    owner = np.concatenate([np.full(part.shape[1], i) for i, part in enumerate(parts)])
    turns = rng.permuted(np.tile(owner, (len(parts[0]), 1)), axis=1)
    merged = np.empty(turns.shape, dtype=np.intp)
    for i, part in enumerate(parts):
        merged[turns == i] = part.ravel()  # both run through row after row
    return merged


def _lower(poset: Poset, elements: int) -> list[list[int]]:
    members = list(bits(elements))
    place = {x: i for i, x in enumerate(members)}
    return [[place[y] for y in covered(poset, x, elements)] for x in members]


def _drawn_paths(lower: list[list[int]], rng: np.random.Generator, size: int) -> Positions:
    """Walk from nothing to everything through the down-sets."""
    path = np.empty((size, len(lower)), dtype=np.intp)
    at = np.zeros(size, dtype=np.intp)
    for step, (until, element, goes_to) in enumerate(_steps(tuple(map(tuple, lower)))):
        chosen = np.searchsorted(until, at + rng.random(size), side="right")
        chosen = np.minimum(chosen, np.searchsorted(until, at + 1.0))  # the last share ends at i + 1 itself
        path[:, step] = element[chosen]
        at = goes_to[chosen]
    return path


@lru_cache(maxsize=8)
def _steps(lower: tuple[tuple[int, ...], ...]) -> list[tuple[Any, Positions, Positions]]:
    """Return, for each step, where the share of each next element ends, the element, and the down-set it leads to.

    Down-set i of a size owns the numbers from i to i + 1, and each next element a share of them.
    """
    levels = down_sets(lower)
    onward = _ways_onward(levels)
    steps = []
    for step, ((ways, ready), (later, _)) in enumerate(pairwise(levels)):
        place = {down_set: i for i, down_set in enumerate(later)}
        until, element, goes_to = [], [], []
        for i, down_set in enumerate(ways):
            so_far = 0
            for x in bits(ready[down_set]):
                so_far += onward[step + 1][down_set | 1 << x]
                until.append(i + so_far / onward[step][down_set])  # whole numbers of any size divide well
                element.append(x)
                goes_to.append(place[down_set | 1 << x])
        steps.append((np.array(until), np.array(element), np.array(goes_to)))
    return steps


def _ways_onward(levels: list[tuple[dict[int, int], dict[int, int]]]) -> list[dict[int, int]]:
    """Return, by size, the number of ways to complete each down-set."""
    onward: list[dict[int, int]] = [dict.fromkeys(levels[-1][0], 1)]
    for ways, ready in reversed(levels[:-1]):
        onward.insert(0, {s: sum(onward[0][s | 1 << x] for x in bits(ready[s])) for s in ways})
    return onward
