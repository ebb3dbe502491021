"""Matrices to try a property on: all small ones by size, then extreme ones, then random ones from a fixed seed.

Every class has items (Mullick et al. 2020, Property 1), so that no value is undefined for want of a class. Stacks are
read-only and have the class axes first in memory, as metrics read them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from steelyard.lab import enumeration
from steelyard.type_names import Floats, Integers

SMALL = {2: 6_000, 3: 60_000, 4: 60_000}
"""About how many small matrices are tried, by the number of classes."""

SMALL_OF_MANY = 50_000

COUNTED_OUT = 5_000
"""Items of a matrix whose labels are counted out one by one, at most."""

FEW = 250
"""The same for a metric whose values take long."""

CHOSEN = 10_000
"""How many of the smallest matrices are tried, where all would be too many."""

EXTREME_SIZES = (1, 2, 10, 100, 1_000, 1_000_000)
"""Class sizes of extreme matrices: skews of up to a million to one."""

EXTREME = 400
"""How many of each kind of extreme matrices are tried."""

LADDER = 300
"""Up to how many items there is a matrix of every number of items."""

OFTEN_ENOUGH = 3
"""With so many classes most flaws show; they are tried among more classes, too."""

RANDOM = 1_500
"""How many random matrices are tried."""


def small(classes: int, *, few: bool = False) -> Iterator[Integers]:
    """Yield all matrices with one item per class, then all with one more item, and so on: one block per size.

    If even those with one item per class are too many, some of them, evenly chosen.
    """
    sizes = small_sizes(classes, few=few)
    for items in sizes:
        yield of_size(classes, items)
    if not sizes:
        yield _chosen(classes, FEW if few else CHOSEN)


@cache
def small_sizes(classes: int, *, few: bool = False) -> range:
    """Return of which numbers of items all matrices are tried: from one per class on; none, if these are too many."""
    most = FEW if few else SMALL.get(classes, SMALL_OF_MANY)
    made, items = 0, classes
    while True:
        here = sum(enumeration.how_many(sizes) for sizes in supports(classes, items))
        # The first size is tried whatever it takes, within reason: else nothing would be.
        if made + here > (most if made else 4 * most):
            return range(classes, items)
        made, items = made + here, items + 1


@cache
def of_size(classes: int, items: int) -> Integers:
    """Return all matrices of so many items in which every class has some."""
    return _sealed(np.concatenate([enumeration.matrices(sizes) for sizes in supports(classes, items)]))


@cache
def _chosen(classes: int, number: int) -> Integers:
    last = classes**classes - 1  # beyond the integers of arrays, with many classes
    places = [last * k // (number - 1) for k in range(number)]
    goes = np.array([[place // classes**i % classes for i in reversed(range(classes))] for place in places])
    return _sealed(np.eye(classes, dtype=np.int64)[goes])


@cache
def supports(classes: int, items: int) -> tuple[tuple[int, ...], ...]:
    """Return all sizes of classes that have so many items together, each at least one; the even ones first."""
    table = enumeration.tables([items - classes, *[0] * (classes - 1)])[0]
    ways = [tuple(size + 1 for size in column) for column in table.T.tolist()]
    return tuple(sorted(ways, key=lambda way: (max(way), [-size for size in way])))


@cache
def extreme(classes: int, *, few: bool = False) -> Integers:
    """Return matrices at and near the corners, with sizes far apart.

    Each class wholly predicted as one class; the same with few items elsewhere; and cells of all orders of magnitude.
    `few`: a few of them, and none of many items, for a function that gets every item by itself.
    """
    if few:
        every = extreme(classes)
        return _sealed(every[every.sum(axis=(1, 2)) <= COUNTED_OUT][::60])
    generator = np.random.default_rng([classes, 1])  # which corners are tried is fixed, not a matter of the seed
    sizes = generator.choice(EXTREME_SIZES, (EXTREME, classes))
    targets = generator.integers(0, classes, (EXTREME, classes))
    right = generator.random((EXTREME // 2, classes)) < 0.7  # half of them by classifiers that are mostly right
    targets[: EXTREME // 2] = np.where(right, np.arange(classes), targets[: EXTREME // 2])
    corners = np.zeros((EXTREME, classes, classes), dtype=np.int64)
    np.put_along_axis(corners, targets[..., None], sizes[..., None], axis=-1)
    strays = generator.choice([0, 0, 0, 1, 2], corners.shape)
    mixed = generator.choice([0, 0, 1, 3, 10, 100, 1_000], corners.shape)
    mixed[..., 0, 0] += generator.choice([0, 0, 10_000], EXTREME)
    index = np.arange(classes)
    mixed[:, index, index] += mixed.sum(axis=-1) == 0  # every class has items
    kinds = [corners, corners + strays, mixed, _ladder(classes)]
    if classes > OFTEN_ENOUGH:
        kinds += [_among_rare(extreme(OFTEN_ENOUGH), classes)]
    return _sealed(np.concatenate(kinds))


def _ladder(classes: int) -> Integers:
    """Return matrices of every number of items up to some hundreds, in case something happens at one of them.

    The first class has all but one item of each other class; right, with one error, and spread evenly.
    """
    steps = np.arange(1, LADDER + 1)[:, None, None]
    first = np.zeros((classes, classes), dtype=np.int64)
    first[0, 0] = 1
    right = np.maximum(steps * first, np.eye(classes, dtype=np.int64))
    error = np.roll(first, 1, axis=1)
    cells = np.arange(classes**2).reshape(classes, classes)
    even = (steps + classes**2 - 1 - cells) // classes**2
    even[:, np.arange(classes), np.arange(classes)] += even.sum(axis=-1) == 0
    return np.concatenate([right, right + error, even])


def _among_rare(stack: Integers, classes: int) -> Integers:
    """Return matrices with further classes of one item each, which is recognised, beside a thousand times the items.

    What is wrong with three classes is wrong with more if those hardly count.
    """
    wide = np.zeros((len(stack), classes, classes), dtype=np.int64)
    here = stack.shape[-1]
    wide[:, :here, :here] = stack * 1_000
    further = np.arange(here, classes)
    wide[:, further, further] = 1
    return wide


@cache
def random(classes: int, seed: int, number: int = RANDOM) -> Integers:
    """Return matrices of classifiers of all qualities on data of all skews."""
    generator = np.random.default_rng([seed, classes])
    sizes = np.exp(generator.uniform(0, np.log(500), (number, classes))).astype(np.int64) + 1
    spread = generator.dirichlet(np.ones(classes), (number, classes))
    hits = generator.random((number, 1, 1))
    rates = (1 - hits) * spread + hits * np.eye(classes)
    return _sealed(generator.multinomial(sizes, rates / rates.sum(axis=-1, keepdims=True)))


@cache
def skewed_supports(classes: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Return larger sizes of classes, alike and far apart, for which there are at most so many matrices."""
    few, many = (1, 2, 5), (3, 5, 10, 20, 40, 60, 100, 300, 1_000)
    size_lists: dict[tuple[int, ...], None] = {}
    for large in many:
        for rest in few:
            for where in range(classes):
                size_lists[tuple(large if i == where else rest for i in range(classes))] = None
                size_lists[tuple(rest if i == where else large for i in range(classes))] = None
        size_lists[(large,) * classes] = None
    tried = [sizes for sizes in size_lists if sum(sizes) not in small_sizes(classes) and _listable(sizes, most)]
    return tuple(sorted(tried, key=sum))


def _listable(sizes: Sequence[int], most: int) -> bool:
    return enumeration.how_many(sizes) <= most


def _sealed(stack: Any) -> Integers:
    """Return a stack with the class axes first in memory, read-only: it is shared by all that ask."""
    cells = np.ascontiguousarray(np.moveaxis(stack.astype(np.int64, copy=False), 0, -1))
    cells.flags.writeable = False
    return np.moveaxis(cells, -1, 0)


# Matrices near a matrix: the steps of a climb, and smaller ones that may show the same.


def neighbours(stack: Integers) -> Integers:
    """Return for each matrix those in which one cell is one more, one less, twice as large or empty.

    Of shape (N, 4·C², C, C). Some may have classes without items.
    """
    m, cells = stack[:, None], _cells(stack.shape[-1])
    return np.concatenate([m + cells, np.maximum(m - cells, 0), m + cells * m, m - cells * m], axis=1)


def reductions(m: Integers) -> Integers:
    """Return smaller matrices in which every class has items.

    All cells, the cells of a row or a single cell are made smaller by one, by a power of two, by half or to nothing,
    and two cells are made smaller by one each.
    """
    C = len(m)
    cells = _cells(C)
    whole = np.ones((1, C, C), dtype=np.int64)
    rows = whole * np.eye(C, dtype=np.int64)[:, :, None]
    twice = (cells[:, None] + cells[None]).reshape(-1, C, C)
    stacks = [np.stack([m // 10, m // 2, -(-m // 10), np.minimum(m, 1)])]
    masks = np.concatenate([whole, rows, cells])
    stacks += [m - masks * m, m - masks * (m // 2)]
    stacks += [np.maximum(m - masks * 2**k, 0) for k in range(int(m.max()).bit_length())]
    stacks += [np.maximum(m - twice, 0)]
    every = np.concatenate(stacks)
    return every[(every.sum(axis=-1).min(axis=-1) > 0) & (every.sum(axis=(1, 2)) < m.sum())]


def exchanges(m: Integers) -> Integers:
    """Return matrices of one item fewer in which two items are gone and one is elsewhere; every class has items."""
    C = len(m)
    cells = _cells(C)
    filled = cells[m.reshape(-1) > 0]
    fewer = (m - filled[:, None] - filled[None]).reshape(-1, C, C)
    every = (fewer[fewer.min(axis=(1, 2)) >= 0][:, None] + cells).reshape(-1, C, C)
    return every[every.sum(axis=-1).min(axis=-1) > 0]


@cache
def _cells(C: int) -> Integers:
    """Return one matrix per cell: 1 there, 0 elsewhere."""
    return np.eye(C * C, dtype=np.int64).reshape(-1, C, C)


# All matrices without a hit that have given class sizes, and bad ones with a hit: near to them, and by descent.


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
    stacks = []
    for i, j in np.ndindex(C, C):
        if i != j:
            changed = stack[stack[:, i, j] > 0]
            changed[:, i, j] -= 1
            changed[:, i, i] += 1
            stacks.append(changed)
    return np.concatenate(stacks)


def descended(stack: Integers, scores: Callable[[Integers], Floats]) -> Integers:
    """Return the worst matrices with a hit that are reached from the worst of these, an item of a class at a time."""
    reached = scores(stack)
    lowest = np.argsort(reached, kind="stable")[:STARTS]
    stack, reached, index = stack[lowest], reached[lowest], np.arange(len(lowest))
    for _ in range(STEPS):
        around = _one_item_moved(stack)
        allowed = (around.min(axis=(2, 3)) >= 0) & (np.einsum("knii->kn", around) > 0)
        values = np.full(allowed.shape, np.inf)
        values[allowed] = scores(around[allowed])
        values[np.isnan(values)] = np.inf
        best = values.argmin(axis=1)
        lower = values[index, best] < reached
        if not lower.any():
            break
        stack = np.where(lower[:, None, None], around[index, best], stack)
        reached = np.where(lower, values[index, best], reached)
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
