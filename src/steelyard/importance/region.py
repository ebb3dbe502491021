"""All weights that agree with what was said: the polytope of ranges, an order, and a sum of 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from steelyard.counts.labels import Label
from steelyard.importance.nearest import nearest
from steelyard.importance.poset import Poset
from steelyard.importance.ranges import Range
from steelyard.importance.ranks import covered
from steelyard.importance.stated import ROUNDING
from steelyard.importance.tightening import tightened
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False)
class Region:
    """The weights w with low ≤ w ≤ high, w_a ≤ w_b for each pair (a, b), and Σw = 1.

    Attributes
    ----------
    labels
        The classes.
    low, high
        The ends of the ranges, carried along the order, and as far as the others' ends leave a sum of 1. Order and sum
        together may bind a class more: the lower of two ordered ones weighs at most 1/2, but `high` says 1.
    pairs
        The comparisons (less, more), as positions of classes, that do not follow from others or from the ranges.
    words
        What was said, as a sentence would name it: "your order"; empty if nothing was.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.importance.region_of import region_of
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    >>> region = region_of("c3 < c2 < c1; c1=0.5..0.7", cm)
    >>> region.low, region.high, region.pairs
    (array([0.5, 0. , 0. ]), array([0.7, 0.5, 0.5]), ((2, 1),))
    """

    labels: tuple[Label, ...]
    low: Floats
    high: Floats
    pairs: tuple[tuple[int, int], ...] = ()
    words: str = ""

    def __post_init__(self) -> None:
        for ends in (self.low, self.high):
            ends.flags.writeable = False

    @classmethod
    def of(
        cls,
        labels: Sequence[Label],
        pairs: Iterable[tuple[int, int]] = (),
        ranges: Mapping[int, Range] | None = None,
        words: str = "",
    ) -> Self:
        """Return the region of an order, as pairs of positions, and of ranges by position; refuse contradictions."""
        poset = Poset.of(labels, pairs)
        low, high = _within_the_sum(*tightened(labels, poset, ranges or {}, complete=True))
        if (low == high).all():
            return cls.point(labels, low / low.sum(), words)
        every = (1 << len(labels)) - 1
        covers = ((y, x) for x in range(len(labels)) for y in covered(poset, x, every))
        return cls(tuple(labels), low, high, tuple((y, x) for y, x in covers if high[y] > low[x]), words)

    @classmethod
    def point(cls, labels: Sequence[Label], weights: Floats, words: str) -> Self:
        """Return the region of one set of weights."""
        return cls(tuple(labels), weights.copy(), weights.copy(), (), words)

    @property
    def is_point(self) -> bool:
        """Whether there is only one set of weights."""
        return not len(self.free)

    @cached_property
    def free(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        """The classes whose weight is not fixed."""
        return np.flatnonzero(self.high > self.low)

    @property
    def mass(self) -> float:
        """What is left to be given to the free classes beyond their least weights."""
        return 0.0 if self.is_point else float(1 - self.low.sum())

    @property
    def is_simplicial(self) -> bool:
        """Whether only an order binds what is left: the region is one simplex for each total order that agrees.

        It then is the least weights plus `mass` times the ordered weights of the free classes alone.
        """
        open_above = (self.high[self.free] >= self.low[self.free] + self.mass - ROUNDING).all()
        return bool(open_above) and all(self.low[a] == self.low[b] for a, b in self.pairs)

    def contains(self, weights: Floats, within: float = ROUNDING) -> bool:
        """Whether weights agree with what was said, up to rounding."""
        inside = (weights >= self.low - within).all() and (weights <= self.high + within).all()
        ordered = all(weights[a] <= weights[b] + within for a, b in self.pairs)
        return bool(inside and ordered and abs(weights.sum() - 1) <= len(weights) * within)

    def nearest(self, weights: Floats) -> Floats:
        """Return the weights of the region that are nearest to some, in the Euclidean sense."""
        return nearest(weights, self.low, self.high, self.pairs)


def _within_the_sum(low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return the ends that remain when the others are at theirs; what is left of rounding is nothing."""
    least = np.maximum(low, 1 - (high.sum() - high))
    most = np.minimum(high, 1 - (low.sum() - low))
    fixed = most - least <= ROUNDING
    return least, np.where(fixed, least, most)
