"""The data sets: classes of very different sizes, drawn from the features with recorded seeds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.experiments.spread.closeness import close_pairs
from steelyard_papers.experiments.spread.features import Features
from steelyard_papers.experiments.spread.mixes import mixes

SEED = 2020
"""Ours: it decides the data sets; with a set's name and the number of the run, also folds, test sets and classifiers'
seeds."""

FOLDS, QUICK_FOLDS = 5, 2
"""Of the cross-validation, which decides how many items the test sets need."""

LEAST = 20
"""Items of the smallest class; a data set that cannot have them is left out."""

PARTS_OF_PAIRS, PARTS_DRAWN_FROM = 6, 4
"""Into how many parts pairs of classes are divided, closest first, and from how many pairs are drawn."""

TRIES = 100


@dataclass(frozen=True, slots=True)
class Group:
    """Data sets with the same number of classes.

    Attributes
    ----------
    word
        What their names begin with.
    classes
        How many there are in each.
    ratios
        How many times larger the largest class is than the smallest, in each set.
    largest
        Items of the largest class, where there are enough.
    digits
        Of the numbers in their names.
    """

    word: str
    classes: int
    ratios: tuple[float, ...]
    largest: int
    digits: int = 1


def _ratios(spaced: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(map(float, spaced))


# 20 to 30 in each group of several classes, so that the ratio does not go with the number of classes.
PLAN = (
    Group("two", 2, _ratios(np.geomspace(5, 40, 12)), 2_000, digits=2),
    Group("three", 3, _ratios(np.linspace(20, 30, 4)), 1_500),
    Group("five", 5, _ratios(np.linspace(20, 30, 3)), 1_500),
    Group("ten", 10, _ratios(np.linspace(20, 30, 3)), 1_500),
)
QUICK_PLAN = (
    Group("two", 2, (5.0, 20.0), 400, digits=2),
    Group("three", 3, (20.0,), 400),
    Group("five", 5, (20.0,), 400),
    Group("ten", 10, (20.0,), 400),
)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """The items of a data set.

    Attributes
    ----------
    items
        Rows of the features that are cross-validated.
    y
        The place of each item's class in the data set.
    reserve
        By class, the rows that are never trained on, in random order, to fill up test sets.
    """

    items: NDArray[np.intp]
    y: NDArray[np.intp]
    reserve: tuple[NDArray[np.intp], ...]


@dataclass(frozen=True, slots=True)
class DataSet:
    """Some classes of the features, some items of each.

    Attributes
    ----------
    name
        Such as "two 01" or "ten 3".
    classes
        Smallest first.
    sizes
        Items of each class in the cross-validated set.
    seed
        Decides which.
    """

    name: str
    classes: tuple[str, ...]
    sizes: tuple[int, ...]
    seed: int

    @property
    def ratio(self) -> float:
        """How many times larger the largest class is than the smallest."""
        return self.sizes[-1] / self.sizes[0]

    def drawn(self, features: Features) -> Drawn:
        """Return which items of the features these are.

        Raises
        ------
        ValueError
            If the features lack a class, or have too few items of it.
        """
        rng = np.random.default_rng(self.seed)
        items, reserve = [], []
        for name, size in zip(self.classes, self.sizes, strict=True):
            there = features.classes.index(name) if name in features.classes else -1
            rows = rng.permutation(np.flatnonzero(features.y == there))
            if len(rows) < size:
                raise ValueError(
                    f"the data set {self.name!r} has {size:,} items of the class {name!r}, but these features have "
                    f"only {len(rows):,}."
                )
            items.append(rows[:size])
            reserve.append(rows[size:])
        return Drawn(np.concatenate(items), np.repeat(np.arange(len(self.sizes)), self.sizes), tuple(reserve))


def planned_sets(*, quick: bool) -> int:
    """Return how many data sets there are where features have classes and items enough."""
    return sum(len(group.ratios) for group in (QUICK_PLAN if quick else PLAN))


def data_sets(features: Features, *, quick: bool) -> list[DataSet]:
    """Return the data sets that can be drawn from features.

    Sizes lie between the smallest and the largest class in equal ratios. Two classes of each set are a pair that is
    told apart with more or less trouble: one set after the other draws from the sixth of the pairs that are closest,
    the second, the third and the fourth sixth. In the last two hardly anybody errs, so that no index would move. The
    other classes, and which are small, are drawn at random. No two sets of a group have the same classes as long as
    there are others (nor the same smallest class, where each set has all).

    Where features have fewer classes or items than planned, a class takes part in a set only if it could have any size
    in it even if the smallest class has 20 items; a set for which too few classes are left is left out, and any other
    is as large as its classes allow. Names tell the place in the plan, so that a set that is left out leaves a gap.

    Parameters
    ----------
    features
        To draw from.
    quick
        Few and small sets.

    Raises
    ------
    ValueError
        If no set can be drawn.
    """
    plan, folds = (QUICK_PLAN, QUICK_FOLDS) if quick else (PLAN, FOLDS)
    there = np.bincount(features.y, minlength=len(features.classes))
    pairs = close_pairs(features)
    result = []
    for group in plan:
        used: set[object] = set()
        for number, ratio in enumerate(group.ratios, 1):
            fewest = max(_needed(_sizes(group, ratio, _least(ratio)), folds))
            able = np.flatnonzero(there >= fewest).tolist()
            if len(able) < group.classes:
                continue
            seed = SEED * 10_000 + group.classes * 100 + number
            order = _chosen(group, number, seed, able, pairs, used)
            result.append(
                DataSet(
                    f"{group.word} {number:0{group.digits}d}",
                    tuple(features.classes[place] for place in order),
                    _fitting(group, ratio, there[order], folds),
                    seed,
                )
            )
    if not result:
        first = plan[0]
        fewest = min(max(_needed(_sizes(first, ratio, _least(ratio)), folds)) for ratio in first.ratios)
        raise ValueError(
            f"no data set can be drawn from these features: at least two classes of {fewest} items are needed, but "
            f"the largest have {' and '.join(map(str, sorted(there.tolist())[:-3:-1]))}."
        )
    return result


def _chosen(
    group: Group, number: int, seed: int, able: Sequence[int], pairs: Sequence[tuple[int, int]], used: set[object]
) -> list[int]:
    """Return the places of a set's classes, smallest first; add to `used` what no other set should have."""
    rng = np.random.default_rng([seed, 1])  # not that of the items
    among = [pair for pair in pairs if set(pair) <= set(able)]
    size, turn = -(-len(among) // PARTS_OF_PAIRS), (number - 1) % PARTS_DRAWN_FROM
    # In the order of the classes, since bits that differ between machines may change that of distances.
    close = sorted(among[turn * size : (turn + 1) * size]) or among
    for _ in range(TRIES):
        pair = close[rng.integers(len(close))]
        others = [place for place in able if place not in pair]
        order = rng.permutation([*pair, *rng.permutation(others)[: group.classes - 2]]).astype(int).tolist()
        own = order[0] if len(order) == len(able) else frozenset(order)
        if own not in used:
            break
    used.add(own)
    return order


def _least(ratio: float) -> int:
    """Return the smallest size that the largest class may have."""
    return int(np.ceil(LEAST * ratio))


def _sizes(group: Group, ratio: float, largest: int) -> tuple[int, ...]:
    return tuple(np.geomspace(largest / ratio, largest, group.classes).round().astype(int).tolist())


def _needed(sizes: Sequence[int], folds: int) -> list[int]:
    """Return how many items of each class a data set needs: its own, and what the largest test set needs beside.

    Folds differ by one item. What is wanted is that of the larger ones, what is there already that of the smaller.
    """
    largest_fold = [-(-size // folds) for size in sizes]
    most = np.max(list(mixes(largest_fold).values()), axis=0).tolist()
    return [size + max(0, tested - size // folds) for size, tested in zip(sizes, most, strict=True)]


def _fitting(group: Group, ratio: float, there: NDArray[np.intp], folds: int) -> tuple[int, ...]:
    """Return the largest sizes, up to the planned ones, for which there are items enough; the least surely fit."""
    possible = range(_least(ratio), group.largest + 1)
    # What a set needs never falls as it grows, so that those that fit come first.
    fit = bisect_left(possible, True, key=lambda size: any(there < _needed(_sizes(group, ratio, size), folds)))
    return _sizes(group, ratio, possible[fit - 1])
