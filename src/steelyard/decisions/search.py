"""The search for the best gains: where it begins, and one class after the other, all others fixed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.decisions.closed_form import balancing, slope_of
from steelyard.decisions.rule import largest, ranked, scaled
from steelyard.measuring.program import NotRecordable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats


LOOKED_AT = 4096
"""Items among which the first gains to try are chosen, where there are more."""

LARGEST = float(np.finfo(np.float64).max)


class Tried(NamedTuple):
    """Gains of the class, and how good each is by the counts along the line."""

    gains: Floats
    worths: Floats


@dataclass(frozen=True, eq=False)
class Line:
    """All rules that differ in the gain of one class.

    Attributes
    ----------
    items
        What they are tried on.
    gains
        The gains of all classes; that of this class does not matter.
    c
        The class.
    others
        For each item the answer among the other classes,
    worth
        and its g·p.
    """

    items: Validation
    gains: Floats
    c: int
    others: NDArray[np.intp]
    worth: Floats

    @classmethod
    def through(cls, items: Validation, gains: Floats, c: int) -> Line:
        """Return the line through some gains."""
        order = [int(j) for j in ranked(gains) if j != c]
        return cls(items, gains, c, *largest(items.columns, gains, order))

    def at(self, gain: float) -> Floats:
        """Return the gains of all classes at a point of the line."""
        gains = self.gains.copy()
        gains[self.c] = gain
        return gains

    def tried(self, most: int | None = None) -> Tried:
        """Try gains between those at which items move; up to `most` at once, then closer around the best."""
        turning = self._turning()
        everyone = np.arange(len(turning))
        base = np.zeros((self.items.C, self.items.C), dtype=np.int64 if self.items.weights is None else np.float64)
        gains: list[Floats] = []
        worths: list[Floats] = []
        while True:
            cuts, every = _cuts(turning[everyone], most, ends=not gains)
            if not len(cuts):
                break
            passed = np.searchsorted(cuts, turning[everyone], side="right")  # an item moves at the cuts from here on
            moved, stays = self._tallies(passed, everyone, len(cuts))
            stack = base + stays[1:]
            stack[:, :, self.c] += moved[:-1]
            gains.append(cuts)
            worths.append(self.items.worths(stack))
            if every:
                break
            best = int(np.argmax(worths[-1]))
            closer = (passed == best) | (passed == best + 1)
            if closer.all():  # many items that move at few gains
                break
            base = base + (stays[best + 2] if best + 2 <= len(cuts) else 0)
            base[:, self.c] += moved[best - 1] if best else 0
            everyone = everyone[closer]
        return Tried(np.concatenate(gains), np.concatenate(worths))

    def _turning(self) -> Floats:
        """Return for each item the gain above which it is answered with this class; infinite if there is none."""
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            gains = self.worth / self.items.columns[self.c]
        return np.where(np.isnan(gains), np.inf, gains)

    def _tallies(self, passed: NDArray[np.intp], some: NDArray[np.intp], cuts: int) -> tuple[Any, Any]:
        """Return what has moved at each cut, by true class, and what stays, by cell.

        Both are sums of counts, never differences: weights would leave some cells slightly below 0.
        """
        C = self.items.C
        cells = (passed * C + self.items.truth[some]) * C + self.others[some]
        each = self.items.tallied(cells, (cuts + 1) * C * C, some).reshape(cuts + 1, C, C)
        return np.cumsum(each.sum(axis=2), axis=0), np.cumsum(each[::-1], axis=0)[::-1]


def _cuts(turning: Floats, most: int | None, *, ends: bool) -> tuple[Floats, bool]:
    """Return gains between those at which items move, rising, and whether they are all there are.

    `ends`: also one below all and one above all of them.
    """
    step = 1 if most is None else -(-len(turning) // LOOKED_AT)
    looked_at = turning[::step]
    gains = np.unique(looked_at[np.isfinite(looked_at)])
    every = step == 1
    if most is not None and len(gains) > most:
        gains = gains[np.linspace(0, len(gains) - 1, most).astype(np.intp)]
        every = False
    if not len(gains):
        return (np.ones(1), every) if ends else (gains, every)
    middles = np.sqrt(gains[:-1]) * np.sqrt(gains[1:])  # geometric, as gains are; the product could overflow
    middles[gains[:-1] == 0] = gains[1:2] / 2  # where there is no geometric middle: half of it, twice of it
    if ends:
        above = 2 * min(gains[-1], LARGEST / 2) if gains[-1] > 0 else 1.0
        middles = np.concatenate([gains[:1] / 2, middles, [above]])
    return middles, every


# Where a search begins: at gains that are right for simpler metrics.


def starts(items: Validation) -> Iterator[Floats]:
    """Yield all gains 1 (the most probable class), w/π (the most for the weighted balanced accuracy), and the slope."""
    yield np.ones(items.C)
    balanced = balancing(items)
    if balanced.max() > 0:
        yield balanced
    by_slope = _by_slope(items)
    if by_slope is not None:
        yield by_slope


def _by_slope(items: Validation) -> Floats | None:
    """Return what a right answer is worth beside the mean wrong one, at the counts of the most probable class.

    The metric, replaced by its tangent there, is a gain for each cell; this is the nearest gain for each class.
    """
    try:
        slope = slope_of(items)
    except NotRecordable:
        return None
    by_cell = slope(items.counts(items.answers(np.ones(items.C))))
    if by_cell is None:
        return None
    right = np.diagonal(by_cell)
    wrong = (by_cell.sum(axis=1) - right) / (items.C - 1)
    gains = np.maximum(right - wrong, 0)
    return gains if gains.max() > 0 else None


# The best gains by trying: for two classes all there are, for more one class after the other.


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
    gains = _of_two(items) if items.C == 2 else _of_many(items, restarts, seed)
    constant = np.eye(items.C)
    stack = np.zeros((items.C, items.C, items.C))
    stack[np.arange(items.C), :, np.arange(items.C)] = items.t
    worths = items.worths(stack)  # always the same answer: for more than two classes no line ends there
    best = int(np.argmax(worths))
    return constant[best] if worths[best] > items.worth(gains) else gains


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
        gains, reached = climbed(some, start)
        if reached > worth:
            best, worth = gains, reached
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
