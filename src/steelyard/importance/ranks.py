"""Partially ordered sets, and the average ranks of their elements: an approximation, and exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import NoReturn, Self

from steelyard.counts.labels import Label, text

SHOWN_OF_A_CYCLE = 8


@dataclass(frozen=True, slots=True)
class Poset:
    """Elements 0…n−1; bit j of `below[i]` says that j is below i, and of `above[i]` that j is above i."""

    below: tuple[int, ...]
    above: tuple[int, ...]

    @classmethod
    def of(cls, names: Sequence[Label], pairs: Iterable[tuple[int, int]]) -> Self:
        """Close pairs (lower, higher) of positions under transitivity; a cycle is refused by its names."""
        lower: list[set[int]] = [set() for _ in names]
        higher: list[set[int]] = [set() for _ in names]
        for low, high in pairs:
            lower[high].add(low)
            higher[low].add(high)
        missing = [len(lows) for lows in lower]
        upwards = [i for i, count in enumerate(missing) if count == 0]
        for i in upwards:
            for j in higher[i]:
                missing[j] -= 1
                if missing[j] == 0:
                    upwards.append(j)
        if len(upwards) < len(names):
            raise ValueError(f"the order contains a cycle: {_cycle(names, lower, missing)}.")
        below, above = [0] * len(names), [0] * len(names)
        for i in upwards:
            for j in lower[i]:
                below[i] |= below[j] | 1 << j
        for i in reversed(upwards):
            for j in higher[i]:
                above[i] |= above[j] | 1 << j
        return cls(tuple(below), tuple(above))

    def __len__(self) -> int:
        return len(self.below)


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _cycle(names: Sequence[Label], lower: Sequence[set[int]], missing: Sequence[int]) -> str:
    """Walk down from an element that waits for another one, until an element comes again."""
    at = next(i for i, count in enumerate(missing) if count)
    walked: dict[int, None] = {}
    while at not in walked:
        walked[at] = None
        at = next(j for j in sorted(lower[at]) if missing[j])
    downwards = list(walked)
    upwards = downwards[downwards.index(at) :][::-1]
    first = upwards.index(min(upwards))
    shown = [text(names[i]) for i in (*upwards[first:], *upwards[:first], upwards[first])]
    if len(shown) > SHOWN_OF_A_CYCLE:
        shown[SHOWN_OF_A_CYCLE - 2 : -2] = ["…"]
    return " < ".join(shown)


# Average ranks: by the approximation `us`, and exactly.


MOST_DOWN_SETS = 1 << 18
"""Down-sets that the exact method will visit: one or two seconds and 80 MB, and half of that to find out."""

MOST_IN_A_CORE = 200
"""Classes of a core that the exact method will take on, even if it is a tree: a zigzag of these takes a second."""


def us_ranks(poset: Poset) -> list[Fraction]:
    """Return below + 1 + incomparable/2 for each element: Brüggemann's US-model."""
    return [
        Fraction(len(poset) + 1 + below.bit_count() - above.bit_count(), 2)
        for below, above in zip(poset.below, poset.above, strict=True)
    ]


def exact_ranks(poset: Poset) -> list[Fraction]:
    """Return each element's mean rank over all linear extensions, exactly.

    Disjoint parts and parts stacked upon each other are ranked separately, so only the irreducible cores cost
    anything. A core whose diagram is a tree is integrated, in polynomial time; the others are solved by counting linear
    extensions through every down-set, and refused if there are too many of those.
    """
    ranks: dict[int, Fraction] = {}
    # A part's ranks 1…k are stretched and shifted to ranks within the whole.
    waiting = [((1 << len(poset)) - 1, Fraction(1), Fraction(0))]
    while waiting:
        elements, stretch, shift = waiting.pop()
        size = elements.bit_count()
        if size == 1:
            ranks[elements.bit_length() - 1] = stretch + shift
            continue
        parts = connected(elements, lambda x: poset.below[x] | poset.above[x])
        if len(parts) > 1:
            # Disjoint: in a random merge of a part of size k into all N, rank r becomes r·(N + 1)/(k + 1).
            waiting.extend((part, stretch * Fraction(size + 1, part.bit_count() + 1), shift) for part in parts)
            continue
        layers = connected(elements, lambda x: ~(poset.below[x] | poset.above[x]))
        if len(layers) > 1:
            # Stacked: everything in one layer is below everything in the next.
            layers.sort(key=lambda layer: (poset.below[layer.bit_length() - 1] & elements & ~layer).bit_count())
            under = accumulate((layer.bit_count() for layer in layers), initial=0)
            waiting.extend((layer, stretch, shift + stretch * n) for layer, n in zip(layers, under, strict=False))
            continue
        for x, rank in _core_ranks(poset, elements).items():
            ranks[x] = stretch * rank + shift
    return [ranks[x] for x in range(len(poset))]


METHODS: dict[str, Callable[[Poset], list[Fraction]]] = {"us": us_ranks, "exact": exact_ranks}


def connected(elements: int, related: Callable[[int], int]) -> list[int]:
    """Return the connected components under a symmetric relation, given as a mask of what x is related to."""
    parts = []
    while elements:
        part, frontier = 0, elements & -elements
        while frontier:
            part |= frontier
            elements &= ~frontier
            reached = 0
            for x in bits(frontier):
                reached |= related(x)
            frontier = reached & elements
        parts.append(part)
    return parts


def _core_ranks(poset: Poset, elements: int) -> dict[int, Fraction]:
    """Rank a connected core: a tree by integration, anything else by its down-sets."""
    members = list(bits(elements))
    if len(members) > MOST_IN_A_CORE:
        _refuse(len(members))
    place = {x: i for i, x in enumerate(members)}
    lower = [[place[y] for y in covered(poset, x, elements)] for x in members]
    is_tree = sum(map(len, lower)) == len(members) - 1
    ranks = _tree_ranks(lower) if is_tree else _down_set_ranks(lower)
    return dict(zip(members, ranks, strict=True))


def covered(poset: Poset, x: int, elements: int) -> list[int]:
    """Return the elements just below x, with nothing in between."""
    lower = poset.below[x] & elements
    indirect = 0
    for y in bits(lower):
        indirect |= poset.below[y]
    return list(bits(lower & ~indirect))


def _refuse(size: int) -> NoReturn:
    raise ValueError(
        f"the exact average rank of this order would need more than {MOST_DOWN_SETS:,} steps ({size} classes hang "
        "together loosely); use ranks='us', the approximation, or state more comparisons."
    )


# A tree. Give every element an independent uniform number in [0, 1]; given that the numbers agree with the order, they
# fall into a uniformly random linear extension, and the mean of an element's number is its mean rank/(N + 1). What one
# side of an edge says about the number u at its other end is a polynomial in u: the integral over [0, u] or [u, 1] of
# the product of what it is told from behind. Coefficients are integers, as constant factors do not matter.


def _tree_ranks(lower: Sequence[Sequence[int]]) -> list[Fraction]:
    beside: list[dict[int, bool]] = [dict.fromkeys(lows, True) for lows in lower]  # neighbour → is it below?
    for x, lows in enumerate(lower):
        for y in lows:
            beside[y][x] = False
    outwards, parent = [0], {0: -1}
    for x in outwards:
        children = [y for y in beside[x] if y != parent[x]]
        parent.update(dict.fromkeys(children, x))
        outwards.extend(children)
    told: list[dict[int, list[int]]] = [{} for _ in lower]  # at x, by each neighbour
    for x in reversed(outwards[1:]):
        told[parent[x]][x] = _integral(_product(told[x].values()), beside[parent[x]][x])
    ranks = [Fraction(0)] * len(lower)
    for x in outwards:
        for y, others in _all_but_one(told[x]):
            if y != parent[x]:
                told[y][x] = _integral(others, beside[y][x])
        density = _product(told[x].values())
        mass = sum((Fraction(c, k + 1) for k, c in enumerate(density)), Fraction(0))
        moment = sum((Fraction(c, k + 2) for k, c in enumerate(density)), Fraction(0))
        ranks[x] = (len(lower) + 1) * moment / mass
    return ranks


def _times(p: Sequence[int], q: Sequence[int]) -> list[int]:
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q, i):
            product[j] += a * b
    return product


def _product(polynomials: Iterable[list[int]]) -> list[int]:
    return reduce(_times, polynomials, [1])


def _all_but_one(polynomials: dict[int, list[int]]) -> Iterator[tuple[int, list[int]]]:
    """Yield, for each key, the product of the others."""
    listed = list(polynomials.values())
    before = list(accumulate(listed, _times, initial=[1]))
    after = list(accumulate(reversed(listed), _times, initial=[1]))[::-1]
    for i, key in enumerate(polynomials):
        yield key, _times(before[i], after[i + 1])


def _integral(p: Sequence[int], from_zero: bool) -> list[int]:
    """Return ∫ p over [0, u] or over [u, 1], up to a constant factor."""
    common = math.lcm(*range(1, len(p) + 1))
    integral = [0, *(c * (common // (k + 1)) for k, c in enumerate(p))]
    if not from_zero:
        integral = [sum(integral), *(-c for c in integral[1:])]
    shared = math.gcd(*integral)
    return [c // shared for c in integral]


# Any other core. A linear extension is a path through the down-sets, from the empty one to all; count the ways to each
# and from each.


def _down_set_ranks(lower: Sequence[Sequence[int]]) -> list[Fraction]:
    size = len(lower)
    levels = down_sets(lower)
    ((everything, total),) = levels.pop()[0].items()
    onward = {everything: 1}  # down-set → number of ways to complete it
    weighted = [0] * size
    for rank in range(size, 0, -1):
        ways, ready = levels.pop()
        before: dict[int, int] = {}
        for down_set, so_far in ways.items():
            going = 0
            for x in bits(ready[down_set]):
                after = onward[down_set | 1 << x]
                going += after
                weighted[x] += rank * so_far * after
            before[down_set] = going
        onward = before
    return [Fraction(sum_of_ranks, total) for sum_of_ranks in weighted]


def down_sets(lower: Sequence[Sequence[int]]) -> list[tuple[dict[int, int], dict[int, int]]]:
    """Return, by size, for every down-set: the number of ways to build it up, and the elements that may come next."""
    size = len(lower)
    needs = [sum(1 << y for y in lows) for lows in lower]
    higher: dict[int, list[tuple[int, int]]] = {1 << x: [] for x in range(size)}  # what stands on x: bit, needs
    for x, lows in enumerate(lower):
        for y in lows:
            higher[1 << y].append((1 << x, needs[x]))
    lowest = sum(1 << x for x in range(size) if not lower[x])
    highest = sum(not above for above in higher.values())
    if 1 << max(lowest.bit_count(), highest) > MOST_DOWN_SETS:  # any subset of them makes a down-set
        _refuse(size)
    levels = [({0: 1}, {0: lowest})]
    left = MOST_DOWN_SETS - 1
    for _ in lower:
        ways, ready = levels[-1]
        new_ways: dict[int, int] = {}
        new_ready: dict[int, int] = {}
        for down_set, so_far in ways.items():
            coming = waiting = ready[down_set]
            while waiting:
                x = waiting & -waiting
                waiting ^= x
                grown = down_set | x
                if grown in new_ways:
                    new_ways[grown] += so_far
                    continue
                new_ways[grown] = so_far
                now = coming ^ x
                for bit, need in higher[x]:
                    if need & grown == need:
                        now |= bit
                new_ready[grown] = now
            if len(new_ways) > left:
                _refuse(size)
        left -= len(new_ways)
        levels.append((new_ways, new_ready))
    return levels
