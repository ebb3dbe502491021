"""What ways of finding rules are worth on items that they have not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats

PARTS = 5

Part = tuple["NDArray[np.intp]", "NDArray[np.intp]"]
"""The places of the items that a rule is found on, and of those that are held out and judge it."""


class Found(NamedTuple):
    """The gains of a rule, and what found them."""

    gains: Floats
    by: str


Way = Callable[["Validation"], Found]
"""Finds a rule on items."""


def parts_of(items: Validation, seed: int) -> list[Part]:
    """Return a few parts that are held out in turn: each item once, and of no class all items but of those with one.

    The items of a class are dealt out in a random order, and the next class goes on where it ended, so that small
    classes do not all meet in the first part.
    """
    rng = np.random.default_rng(seed)
    order = np.concatenate([rng.permutation(np.flatnonzero(items.truth == c)) for c in range(items.C)])
    part = np.empty(len(order), dtype=np.intp)
    part[order] = np.arange(len(order)) % min(PARTS, len(order))
    return [(np.flatnonzero(part != k), np.flatnonzero(part == k)) for k in range(part.max() + 1)]


def can_judge(items: Validation, parts: Sequence[Part]) -> bool:
    """Return whether a rule can be found without each part: whether no class loses all of its items with it."""
    return len(parts) > 1 and all(len(judge) and (items.of(find).t[items.t > 0] > 0).all() for find, judge in parts)


def held_out(items: Validation, parts: Sequence[Part], ways: Sequence[Way]) -> NDArray[np.float64]:
    """Return counts by way and part: the answers to held-out items by the rule found on the others."""
    counts = np.empty((len(ways), len(parts), items.C, items.C))
    for k, (find, judge) in enumerate(parts):
        others, own = items.of(find), items.of(judge)
        for i, way in enumerate(ways):
            counts[i, k] = own.counts(own.answers(way(others).gains))
    return counts


def best_way(items: Validation, counts: NDArray[np.float64]) -> int:
    """Return the way that is best on what was held out; of equals the first."""
    return int(np.argmax(items.worths(counts.sum(axis=1))))


def unseen_counts(items: Validation, counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the counts of the best way as items see it that had no part in the choice either.

    The best of several scores flatters itself, however honest each of them is. So for each part the way is chosen on
    the other parts.
    """
    if len(counts) == 1:
        return np.asarray(counts[0].sum(axis=0))
    others = counts.sum(axis=1, keepdims=True) - counts
    chosen = items.worths(others).argmax(axis=0)
    return np.asarray(counts[chosen, np.arange(counts.shape[1])].sum(axis=0))
