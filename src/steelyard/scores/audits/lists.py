"""Lists of items with their true class and their scores: all short ones, and what audits do with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product

from steelyard.lab.audits.verdict import ScoredItem

Vector = tuple[Fraction, ...]
"""The probabilities of one item, class by class."""

Items = tuple[ScoredItem, ...]
"""A list of items; those that are alike are one entry."""

QUARTERS = tuple(Fraction(k, 4) for k in range(5))

MOST = 4
"""All lists of up to so many items are tried; of three classes and four items, those with two of the first class."""


@cache
def grid(classes: int) -> tuple[Vector, ...]:
    """Return the probabilities that are tried: of two classes in quarters, of more in halves, or all alike.

    Examples
    --------
    >>> len(grid(2)), len(grid(3))
    (5, 7)
    """
    if classes == 2:
        return tuple((p, 1 - p) for p in reversed(QUARTERS))
    units = [unit(k, classes) for k in range(classes)]
    halves = [mixed(a, b) for k, a in enumerate(units) for b in units[k + 1 :]]
    return (*units, *halves, (Fraction(1, classes),) * classes)


def unit(place: int, classes: int) -> Vector:
    """Return probabilities that are sure of one class."""
    return tuple(Fraction(k == place) for k in range(classes))


def mixed(a: Vector, b: Vector, share: Fraction = Fraction(1, 2)) -> Vector:
    """Return so much of the one, and the rest of the other."""
    return tuple(share * x + (1 - share) * y for x, y in zip(a, b, strict=True))


def listed(items: Iterable[tuple[int, Vector, int]]) -> Items:
    """Return items in their order: by class, then by the score of the first class, the highest first; once each."""
    times: dict[tuple[int, Vector], int] = {}
    for truth, scores, many in items:
        times[truth, scores] = times.get((truth, scores), 0) + many
    ordered = sorted(times, key=lambda item: (item[0], [-float(score) for score in item[1]]))
    made = tuple(ScoredItem(truth, scores, times[truth, scores]) for truth, scores in ordered if times[truth, scores])
    return _met.setdefault(made, made)


_met: dict[Items, Items] = {}
"""Each list once: hashing fractions takes long, so that values are remembered by the list itself."""


@cache
def short(classes: int) -> tuple[tuple[Items, ...], ...]:
    """Return all short lists in which each class has items, by how many they hold.

    Examples
    --------
    >>> [len(some) for some in short(2)]
    [25, 150, 575]
    """
    vectors = grid(classes)
    by_size = []
    for many in range(classes, MOST + 1):
        some = []
        for sizes in product(range(1, many + 1), repeat=classes):
            if sum(sizes) == many and (classes == 2 or sizes[0] == max(sizes)):
                of_each = (combinations_with_replacement(vectors, size) for size in sizes)
                some += [
                    listed((truth, scores, 1) for truth, own in enumerate(chosen) for scores in own)
                    for chosen in product(*of_each)
                ]
        by_size.append(tuple(some))
    return tuple(by_size)


def sizes_of(items: Items, classes: int) -> tuple[int, ...]:
    """Return how many items each class has."""
    return tuple(sum(item.times for item in items if item.truth == k) for k in range(classes))


def repeated(items: Items, place: int | None, factor: int) -> Items:
    """Return the list with the items of one class, or of all, so many times over."""
    return tuple(replace(item, times=item.times * (factor if place in (None, item.truth) else 1)) for item in items)


def raised(items: Items, classes: int) -> Iterator[tuple[ScoredItem, Vector, Items]]:
    """Yield an item, better scores of it, and the list with them: its class has more, and no other class has."""
    for item in items:
        for scores in grid(classes):
            if _better(item.truth, scores, item.scores):
                rest = [(each.truth, each.scores, each.times - (each is item)) for each in items]
                yield item, scores, listed([*rest, (item.truth, scores, 1)])


@cache
def _better(truth: int, new: Vector, old: Vector) -> bool:
    others = (new[k] <= old[k] for k in range(len(new)) if k != truth)
    return new[truth] > old[truth] and all(others)


def exchanged(items: Items, first: int, second: int) -> Items:
    """Return the list with two classes in each other's place, in the truth and in the scores."""
    swap = {first: second, second: first}

    def at(place: int) -> int:
        return swap.get(place, place)

    return listed(
        (at(item.truth), tuple(item.scores[at(k)] for k in range(len(item.scores))), item.times) for item in items
    )


def order(items: Items) -> tuple[object, ...]:
    """Return the order of the items by the score of each class: all that a ranking tells."""
    ranks = []
    for k in range(len(items[0].scores)):
        levels = sorted({item.scores[k] for item in items})
        ranks.append([levels.index(item.scores[k]) for item in items])
    return tuple(sorted((item.truth, item.times, *own) for item, *own in zip(items, *ranks, strict=True)))


TOLD, RUINED = Fraction(3, 4), Fraction(1, 8)
"""The probability that an item's own class gets where it is told, and in a class that is ruined."""


def told(sizes: Sequence[int], ruined: int, to: int | None = None) -> Items:
    """Return a list in which every class is told; with `to`, one is ruined: its items are taken for that class.

    The others leave what they are not sure of to the class that is ruined, so that it also ranks last.
    """
    C = len(sizes)
    entries = []
    for k, size in enumerate(sizes):
        own = unit(k, C)
        if k != ruined:
            scores = mixed(own, unit(ruined, C), TOLD)
        elif to is None:
            scores = mixed(own, unit((ruined + 1) % C, C), TOLD)
        else:
            scores = mixed(own, unit(to, C), RUINED)
        entries.append((k, scores, size))
    return listed(entries)


def perfect(sizes: Sequence[int]) -> Items:
    """Return a list in which each item is sure of its class."""
    return listed((k, unit(k, len(sizes)), size) for k, size in enumerate(sizes))


def last(classes: int, many: int) -> Items:
    """Return a list in which each class ranks last by its own score, its items one after another."""
    entries = []
    for k in range(classes):
        for step in range(many):
            own = Fraction(step, 4 * many)
            others = [(1 - own) / (classes - 1)] * classes
            entries.append((k, (*others[:k], own, *others[k + 1 :]), 1))
    return listed(entries)


@cache
def far(classes: int) -> tuple[Items, ...]:
    """Return lists on which values go far: all told, all taken for another class, each class ranked last."""
    C = classes
    others = [tuple(Fraction(j != k, C - 1) for j in range(C)) for k in range(C)]
    sizes = [(m,) * C for m in (1, 2, 3, 4)]
    for most in (2, 9, 99):
        sizes += [tuple(most if j == k else 1 for j in range(C)) for k in range(C)]
    sizes += [tuple(10 - (C - 1) if j == k else 1 for j in range(C)) for k in (0, C - 1)]
    made = [last(C, many) for many in (2, 3, 4)]
    for each in sizes:
        made.append(perfect(each))
        made.append(listed((k, others[k], size) for k, size in enumerate(each)))
        made += [
            listed((k, unit(to[k], C), size) for k, size in enumerate(each))
            for to in (product(range(C), repeat=C) if C < 4 else permutations(range(C)))
            if all(place != k for k, place in enumerate(to))
        ]
    return tuple(dict.fromkeys(made))
