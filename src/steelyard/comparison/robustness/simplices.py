"""A region that only an order binds, cut into simplices: one for each way to complete its parts to total orders.

Uniform weights of unordered classes are exponential times over their sum. Within a chain of k classes the times are
sorted, and those are sums of k independent ones: the j-th is shared alike by the j classes at the top. So a region
whose parts are chains or single classes is one simplex, whose vertices share everything alike among the top of one
chain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product

import numpy as np

from steelyard.comparison.robustness.extensions import all_extensions, count_extensions, parallel
from steelyard.importance.poset import Poset, bits
from steelyard.importance.region import Region
from steelyard.type_names import Floats

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
