"""The best gains by trying: for two classes all there are, for more one class after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.decisions.line import Line, Tried
from steelyard.decisions.scale import scaled
from steelyard.decisions.starts import starts

if TYPE_CHECKING:
    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats

MOST_CELLS, LEAST_GAINS, MOST_GAINS = 1 << 16, 16, 256
"""Gains tried at once along a line: as many as their matrices have so many cells, within limits."""

RECHECKED = 8
"""The best gains by the counts along the line are decided anew: rounding may move an item at the very edge."""

ENOUGH = 20_000
"""Of more items than that, some are enough for all but the last climb."""

SPREAD, DRAWN = 2.0, 16
"""How far restarts jump from earlier gains, the standard deviation of the logarithm of each, and how many are drawn of
which the best is climbed from."""

MOST_SWEEPS = 20


def search(items: Validation, restarts: int, seed: int) -> Floats:
    """Return the best gains found."""
    found = _of_two(items) if items.C == 2 else _of_many(items, restarts, seed)
    constant = np.eye(items.C)
    stack = np.zeros((items.C, items.C, items.C))
    stack[np.arange(items.C), :, np.arange(items.C)] = items.t
    worths = items.worths(stack)  # always the same answer: for more than two classes no line ends there
    best = int(np.argmax(worths))
    return constant[best] if worths[best] > items.worth(found) else found


def _of_two(items: Validation) -> Floats:
    """Return the best of all rules for two classes: they are one line, seen from both of its ends.

    A ratio of probabilities that is too large for a float at one end is a small number at the other.
    """
    candidates = [np.ones(2)]
    for c in (1, 0):
        line = Line.through(items, np.ones(2), c)
        candidates += [scaled(line.at(gain)) for gain in _best(line.tried(), 1.0, RECHECKED)]
    return max(candidates, key=items.worth)


def _of_many(items: Validation, restarts: int, seed: int) -> Floats:
    """Climb from several starts, then from near the best; the first of those that are equally good."""
    rng = np.random.default_rng(seed)
    some = items.thinned(ENOUGH)
    best, worth = np.ones(items.C), -np.inf
    begun = list(starts(items))
    for turn in range(len(begun) + restarts):
        start = begun[turn % len(begun)]
        if turn >= len(begun):
            near = (best if turn % 2 else start) * np.exp(SPREAD * rng.standard_normal((DRAWN, items.C)))
            start = max(near, key=some.worth)
        found, reached = climbed(some, start)
        if reached > worth:
            best, worth = found, reached
    if some is not items:  # the last steps on all of them
        best, _ = climbed(items, best)
    return best


def climbed(items: Validation, gains: Floats) -> tuple[Floats, float]:
    """Return gains that no change of a single one makes better, and how good they are.

    Each step takes the best gain of one class. The goal takes finitely many values on these items, and every step is
    upwards, so it ends; the limit is for goals that rise by next to nothing. The largest gain stays 1: g·p cannot
    overflow then, and a step is worth what `decide` makes of the very gains that are kept.
    """
    most = min(max(MOST_CELLS // items.C**2, LEAST_GAINS), MOST_GAINS)
    gains = scaled(gains)
    worth, since, c = items.worth(gains), 0, 0
    for _ in range(MOST_SWEEPS * items.C):
        line = Line.through(items, gains, c)
        tried = line.tried(most)
        since += 1
        if tried.worths.max() > worth:
            (gain,) = _best(tried, gains[c], 1)
            there = scaled(line.at(gain))
            reached = items.worth(there)
            if reached > worth:
                gains, worth, since = there, reached, 0
        if since == items.C:
            break
        c = (c + 1) % items.C
    return gains, worth


def _best(tried: Tried, now: float, number: int) -> list[float]:
    """Return the best gains of a line; of those that are equally good, the nearest to the present one first."""
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.where(tried.gains == now, 0.0, np.abs(np.log(tried.gains) - np.log(now)))  # also of 0 from 0
    order = np.lexsort((far, -tried.worths))[:number]
    return [float(gain) for gain in tried.gains[order]]
