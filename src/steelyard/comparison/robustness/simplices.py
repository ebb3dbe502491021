"""A region that only an order binds, cut into simplices: one for each total order that agrees with it.

And the share of one on a side of a plane.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from steelyard.importance.ranks import Poset, bits, connected, covered, down_sets
from steelyard.importance.region import Region
from steelyard.type_names import Floats, Positions


def parallel(poset: Poset, elements: int) -> list[int]:
    """Return the parts, as masks, between which nothing is comparable."""
    return connected(elements, lambda x: poset.below[x] | poset.above[x])


def _layers(poset: Poset, elements: int) -> list[int]:
    """Return the layers, lowest first, each of which lies wholly below the next."""
    layers = connected(elements, lambda x: ~(poset.below[x] | poset.above[x]))
    return sorted(layers, key=lambda layer: (poset.below[layer.bit_length() - 1] & elements & ~layer).bit_count())


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


# The share of a simplex that lies on one side of a plane, without cancellation.


def share_above(values: Floats) -> Floats:
    """Return the share of each simplex in which a linear function is above 0, given its values at the vertices, (n, V).

    Varsi 1973, in a form that explains itself: uniform weights of the vertices are exponential times E over their sum,
    so the question is whether Σ v⁺·E is above Σ v⁻·E. Both sums are races through stages, one for each vertex; in a
    stage pair (x, y) the first ends earlier with probability y/(x + y), and what is left of the other has the same law
    as a whole stage. All terms are positive, so nothing cancels, however small the share.

    Examples
    --------
    >>> share_above(np.array([[1.0, -1.0], [3.0, -1.0], [1.0, 0.0]]))
    array([0.5 , 0.75, 1.  ])
    """
    above, below = _stages(values), _stages(-values)
    H, K = above.shape[1], below.shape[1]
    # ends[:, k]: the probability that `below` ends first, with h stages of it left to run and s − h of `above`.
    ends = np.zeros((len(values), K + 1))
    ends[:, 0] = 1.0
    for s in range(1, H + K + 1):
        new = ends.copy()
        k = np.arange(max(1, s - H), min(K, s - 1) + 1)
        if len(k):
            x, y = below[:, k - 1], above[:, s - k - 1]
            first = np.where(x == 0, 1.0, y / np.where(x == 0, 1.0, x + y))
            new[:, k] = first * ends[:, k - 1] + (1 - first) * ends[:, k]
        if s <= K:
            new[:, s] = 0.0  # all of `below` is left and nothing of `above`
        ends = new
    shares = ends[:, K]
    return np.where((values > 0).any(axis=1), np.where((values < 0).any(axis=1), shares, 1.0), 0.0)


def _stages(values: Floats) -> Floats:
    """Return the positive values of each row, largest first, filled up with zeros, which take no time."""
    stages = -np.sort(-np.maximum(values, 0.0), axis=1)
    most = int((stages > 0).sum(axis=1).max(initial=0))
    return stages[:, :most]


# A region that only an order binds, cut into simplices: one for each way to complete its parts to total orders.


MOST_SIMPLICES = 2_000
"""Of more, a share is sampled instead of added up."""

MOST_NUMBERS = 1 << 23
"""Vertices times classes that are held at once: 64 MB."""


def parts_of(region: Region) -> tuple[Poset, list[int]]:
    """Return the order of a region and its parts, as masks of free classes, between which nothing is comparable."""
    poset = Poset.of(region.labels, region.pairs)
    return poset, parallel(poset, sum(1 << x for x in region.free.tolist()))


def simplices_of(region: Region) -> list[Floats]:
    """Return the vertices of each simplex, (V, C), all of one volume; an empty list if it is made of none or too many.

    All vertices of the region are among theirs.
    """
    if region.is_point or not region.is_simplicial:
        return []
    poset, parts = parts_of(region)
    try:
        counts = [count_extensions(poset, part) for part in parts]
    except ValueError:  # too many steps even to count them
        return []
    size = math.prod(counts)
    if size > MOST_SIMPLICES or size * len(region.free) * len(region.low) > MOST_NUMBERS:
        return []
    choices = [[_vertices(region, order) for order in _orders(poset, part)] for part in parts]
    return [np.concatenate(chosen) for chosen in product(*choices)]


def chain_of(poset: Poset, part: int) -> tuple[int, ...] | None:
    """Return the classes of a part from the bottom up if all of them are comparable, else None."""
    size = part.bit_count()
    if any(((poset.below[x] | poset.above[x]) & part).bit_count() < size - 1 for x in bits(part)):
        return None
    return tuple(sorted(bits(part), key=lambda x: (poset.below[x] & part).bit_count()))


def _orders(poset: Poset, part: int) -> Iterable[tuple[int, ...]]:
    """Return the total orders of a part; a long chain is not walked down recursively."""
    chain = chain_of(poset, part)
    return all_extensions(poset, part) if chain is None else [chain]


def _vertices(region: Region, order: tuple[int, ...]) -> Floats:
    """Return the vertices of one part: what is left is shared alike by its top 1, 2, … classes."""
    vertices = np.tile(region.low, (len(order), 1))
    for j in range(1, len(order) + 1):
        vertices[j - 1, list(order[-j:])] += region.mass / j
    return vertices
