"""The gain of one class, all others fixed: every item moves to it at a gain of its own, so all of them can be tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.decisions.rule import largest, ranked

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
        found = self.gains.copy()
        found[self.c] = gain
        return found

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
            found = self.worth / self.items.columns[self.c]
        return np.where(np.isnan(found), np.inf, found)

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
    found = np.unique(looked_at[np.isfinite(looked_at)])
    every = step == 1
    if most is not None and len(found) > most:
        found = found[np.linspace(0, len(found) - 1, most).astype(np.intp)]
        every = False
    if not len(found):
        return (np.ones(1), every) if ends else (found, every)
    middles = np.sqrt(found[:-1]) * np.sqrt(found[1:])  # geometric, as gains are; the product could overflow
    middles[found[:-1] == 0] = found[1:2] / 2  # where there is no geometric middle: half of it, twice of it
    if ends:
        above = 2 * min(found[-1], LARGEST / 2) if found[-1] > 0 else 1.0
        middles = np.concatenate([found[:1] / 2, middles, [above]])
    return middles, every
