"""All weights that agree with what was said.

The polytope of ranges, an order and a sum of 1, made as tight as it can be.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from steelyard.counts.labels import SHOWN_NAMES, Label
from steelyard.importance.base import number
from steelyard.importance.mechanisms import ROUNDING, amounts
from steelyard.importance.ranks import Poset, bits, covered
from steelyard.type_names import Floats, Range

ANY: Range = (0.0, 1.0)
"""A range of weights; that of a plain number is the same twice."""


def checked_range(label: Label, given: Any) -> Range:
    """Return the ends of a range: a number, or (low, high), of which an end that is None is open."""
    if isinstance(given, tuple | list):
        if len(given) != 2:
            raise ValueError(f"a range has two ends, (low, high), but class {label!r} has {reprlib.repr(given)}.")
        ends = tuple(default if end is None else end for end, default in zip(given, ANY, strict=True))
    else:
        ends = given, given
    low, high = (_weight(label, end) for end in ends)
    if low > high:
        raise ValueError(
            f"the range of class {label!r} goes from {number(low)} down to {number(high)}; write the lower end first."
        )
    return low, high


def _weight(label: Label, value: Any) -> float:
    weight = amounts({label: value}, "a weight")[label]  # type: ignore[call-overload]  # a mapping gives a mapping
    if weight > 1:
        raise ValueError(
            f"a weight beside an order or a range is a share of 1 and lies between 0 and 1, but class {label!r} has "
            f"{number(weight)}."
        )
    return float(weight)


def written_range(ends: Range) -> str:
    """Write a range in the grammar: "0.2..0.4", "0.2..", "..0.4", or a plain number."""
    low, high = ends
    if low == high:
        return number(low)
    if ends == ANY:
        return "0..1"
    return f"{number(low) if low > 0 else ''}..{number(high) if high < 1 else ''}"


# Ranges and an order taken together: what each class's weight can be at all, and why there may be no weights.


def tightened(
    labels: Sequence[Label], poset: Poset, ranges: Mapping[int, Range], *, complete: bool
) -> tuple[Floats, Floats]:
    """Return the least and the greatest weight of each class; what contradicts itself is refused by its names.

    `complete`: these are all classes, so that their weights must be able to reach 1.
    """
    ends = np.array([ranges.get(i, ANY) for i in range(len(labels))]).reshape(-1, 2)
    low, high = ends[:, 0].copy(), ends[:, 1].copy()
    low_from, high_from = list(range(len(labels))), list(range(len(labels)))
    for y, (least, most) in ranges.items():
        for x in bits(poset.above[y]):
            if least > low[x]:
                low[x], low_from[x] = least, y
        for x in bits(poset.below[y]):
            if most < high[x]:
                high[x], high_from[x] = most, y
    worst = int(np.argmax(low - high))
    if low[worst] > high[worst] + ROUNDING:
        _refuse_pair(labels, ends, low_from[worst], high_from[worst])
    if low.sum() > 1 + ROUNDING:
        _refuse_above(labels, low, ends[:, 0], low_from)
    if complete and high.sum() < 1 - ROUNDING:
        _refuse_below(labels, high, ends[:, 1], high_from)
    return np.minimum(low, high), high


def _refuse_pair(labels: Sequence[Label], ends: Floats, less: int, more: int) -> None:
    def words(x: int, bound: str, value: float) -> str:
        return f"{bound}{number(value)}" if ends[x, 0] < ends[x, 1] else number(value)

    raise ValueError(
        f"the order puts {labels[less]!r} below {labels[more]!r}, but {labels[less]!r} weighs "
        f"{words(less, 'at least ', ends[less, 0])} and {labels[more]!r} {words(more, 'at most ', ends[more, 1])}."
    )


def _refuse_above(labels: Sequence[Label], low: Floats, own: Floats, source: Sequence[int]) -> None:
    """Name the fewest classes that are too heavy together."""
    heaviest = np.argsort(-low, kind="stable")
    enough = heaviest[: int(np.argmax(np.cumsum(low[heaviest]) > 1 + ROUNDING)) + 1].tolist()
    named = [
        f"{labels[x]!r} at least {number(low[x])}"
        + ("" if own[x] == low[x] else f" (no less than {labels[source[x]]!r})")
        for x in enough
    ]
    raise ValueError(
        f"the weights sum to 1, but {_listed(named)} make {low[enough].sum():.10g} already; lower what was said."
    )


def _refuse_below(labels: Sequence[Label], high: Floats, own: Floats, source: Sequence[int]) -> None:
    named = [
        f"{label!r} at most {number(high[x])}" + ("" if own[x] == high[x] else f" (no more than {labels[source[x]]!r})")
        for x, label in enumerate(labels)
    ]
    raise ValueError(
        f"the weights sum to 1, but {_listed(named)} make only {high.sum():.10g} together; raise what was said."
    )


def _listed(named: Sequence[str]) -> str:
    shown = list(named[:SHOWN_NAMES])
    if len(named) > SHOWN_NAMES:
        shown.append(f"{len(named) - SHOWN_NAMES} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


# The point of a polytope of weights that is nearest to a given one, by least-distance programming.


def nearest(target: Floats, low: Floats, high: Floats, pairs: Iterable[tuple[int, int]]) -> Floats:
    """Return the w nearest to the target with low ≤ w ≤ high, w_a ≤ w_b for each pair and Σw = 1, which exist.

    The ends must already agree with the pairs: no class may lie below one of a greater least weight.
    """
    weights = low.copy()
    free = np.flatnonzero(high > low)
    if not len(free):
        return weights
    place = {x: i for i, x in enumerate(free.tolist())}
    among = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
    left = 1 - (low.sum() - low[free].sum())
    # Moving all alike reaches the sum; from there only moves that keep it are of interest.
    start = target[free] + (left - target[free].sum()) / len(free)
    G, h = _half_spaces(low[free], high[free], among, left)
    moved = start + _least_move(G - G.mean(axis=1, keepdims=True), h - G @ start)
    weights[free] = np.clip(moved, low[free], high[free])
    return weights


def _half_spaces(low: Floats, high: Floats, pairs: list[tuple[int, int]], left: float) -> tuple[Floats, Floats]:
    """Return G and h of G·w ≥ h, without the ends that follow from others."""
    floor, ceiling = np.full(len(low), -np.inf), np.full(len(low), np.inf)
    for a, b in pairs:
        floor[b], ceiling[a] = max(floor[b], low[a]), min(ceiling[a], high[b])
    one = np.eye(len(low))
    least, most = low > floor, (high < ceiling) & (high < left)
    order = [one[b] - one[a] for a, b in pairs]
    G = np.concatenate([one[least], -one[most], np.reshape(order, (-1, len(low)))])
    return G, np.concatenate([low[least], -high[most], np.zeros(len(pairs))])


def _least_move(G: Floats, h: Floats) -> Floats:
    """Return the shortest z with G·z ≥ h: Lawson and Hanson, Solving Least Squares Problems, chapter 23."""
    from scipy.optimize import nnls  # noqa: PLC0415 - loads when it is used

    if (h <= 0).all():
        return np.zeros(G.shape[1])
    E = np.concatenate([G.T, h[None, :]])
    f = np.zeros(len(E))
    f[-1] = 1.0
    u, _ = nnls(E, f)
    # What binds is known now; solving for it directly keeps the digits that the quotient of residuals loses.
    binding = u > 0
    return np.linalg.lstsq(G[binding], h[binding], rcond=None)[0]


# The region itself.


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
    costs
        What an error at an item of each class costs, the least of them 1, if that was said; else None.

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
    costs: Floats | None = None

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
    def point(cls, labels: Sequence[Label], weights: Floats, words: str, costs: Floats | None = None) -> Self:
        """Return the region of one set of weights."""
        return cls(tuple(labels), weights.copy(), weights.copy(), (), words, costs)

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
