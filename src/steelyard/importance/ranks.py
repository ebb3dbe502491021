"""Average ranks of the elements of a partially ordered set, given for each element the set of elements below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

Below = Sequence[set[int]]

MOST_DOWN_SETS = 1 << 20
"""Down-sets that the exact method will visit: about a second and a few hundred megabytes."""


def us_ranks(below: Below) -> list[Fraction]:
    """Return below + 1 + incomparable/2 for each element: Brüggemann's US-model."""
    size = len(below)
    above = [sum(i in lower for lower in below) for i in range(size)]
    return [Fraction(size - 1 + len(lower) - above[i], 2) + 1 for i, lower in enumerate(below)]


def exact_ranks(below: Below) -> list[Fraction]:
    """Return each element's mean rank over all linear extensions, exactly.

    Disjoint parts and parts stacked upon each other are handled separately, so only the irreducible cores cost
    anything; those are solved by counting linear extensions through every down-set.
    """
    ranks: dict[int, Fraction] = {}
    _rank(list(range(len(below))), below, ranks)
    return [ranks[i] for i in range(len(below))]


METHODS: dict[str, Callable[[Below], list[Fraction]]] = {"us": us_ranks, "exact": exact_ranks}


def _rank(elements: list[int], below: Below, ranks: dict[int, Fraction]) -> None:
    """Fill in the mean ranks, 1…len(elements), within these elements alone."""
    if len(elements) == 1:
        ranks[elements[0]] = Fraction(1)
        return
    parts = _parts(elements, lambda a, b: a in below[b] or b in below[a])
    if len(parts) > 1:
        # Disjoint: in a random merge of a part of size k into all N, rank r becomes r·(N + 1)/(k + 1).
        for part in parts:
            _rank(part, below, ranks)
            for x in part:
                ranks[x] *= Fraction(len(elements) + 1, len(part) + 1)
        return
    layers = _parts(elements, lambda a, b: a not in below[b] and b not in below[a])
    if len(layers) > 1:
        # Stacked: everything in one layer is below everything in the next.
        layers.sort(key=lambda layer: len(below[layer[0]] & set(elements) - set(layer)))
        under = 0
        for layer in layers:
            _rank(layer, below, ranks)
            for x in layer:
                ranks[x] += under
            under += len(layer)
        return
    _rank_core(elements, below, ranks)


def _parts(elements: list[int], related: Callable[[int, int], bool]) -> list[list[int]]:
    """Return the connected components under a symmetric relation."""
    remaining = set(elements)
    parts = []
    while remaining:
        part = [remaining.pop()]
        for x in part:
            found = {y for y in remaining if related(x, y)}
            remaining -= found
            part.extend(found)
        parts.append(sorted(part))
    return parts


def _rank_core(elements: list[int], below: Below, ranks: dict[int, Fraction]) -> None:
    """Count, for every down-set, the ways to reach it and the ways to go on from it."""
    place = {x: bit for bit, x in enumerate(elements)}
    needs = [sum(1 << place[y] for y in below[x] if y in place) for x in elements]
    levels: list[dict[int, int]] = [{0: 1}]  # by size: down-set → number of ways to build it up
    visited = 1
    for _ in elements:
        level: dict[int, int] = {}
        for down_set, ways in levels[-1].items():
            for bit, need in enumerate(needs):
                if not down_set >> bit & 1 and need & ~down_set == 0:
                    grown = down_set | 1 << bit
                    level[grown] = level.get(grown, 0) + ways
        visited += len(level)
        if visited > MOST_DOWN_SETS:
            raise ValueError(
                f"the exact average rank of this order would need more than {MOST_DOWN_SETS:,} steps "
                f"({len(elements)} classes hang together loosely); use ranks='us', the approximation, or state more "
                "comparisons."
            )
        levels.append(level)
    onward: dict[int, int] = {next(iter(levels[-1])): 1}  # down-set → number of ways to complete it
    total = levels[-1][next(iter(levels[-1]))]
    weighted = [0] * len(elements)
    for size in range(len(elements) - 1, -1, -1):
        before: dict[int, int] = {}
        for down_set, ways in levels[size].items():
            going = 0
            for bit, need in enumerate(needs):
                if not down_set >> bit & 1 and need & ~down_set == 0:
                    after = onward[down_set | 1 << bit]
                    going += after
                    weighted[bit] += (size + 1) * ways * after
            before[down_set] = going
        onward = before
    for bit, x in enumerate(elements):
        ranks[x] = Fraction(weighted[bit], total)
