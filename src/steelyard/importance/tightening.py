"""Ranges and an order taken together: what each class's weight can be at all, and why there may be no weights.

The weights within ranges that follow an order have a least and a greatest member: each class at the greatest lower end
of the classes below it, and at the least upper end of those above it. All sums in between occur, so there are weights
that sum to 1 if these two sums stand on either side of 1, and only then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.counts.labels import SHOWN_NAMES, Label
from steelyard.importance.poset import Poset, bits
from steelyard.importance.ranges import ANY, Range
from steelyard.importance.stated import ROUNDING
from steelyard.importance.writing import number
from steelyard.type_names import Floats


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
