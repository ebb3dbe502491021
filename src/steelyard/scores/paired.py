"""How far two models are apart on the same items, how sure that is, and how few items may tell it."""

from __future__ import annotations

import math

import numpy as np

from steelyard.intervals.interval import normal_ends
from steelyard.scores.arrays import arrays_of
from steelyard.scores.certainty import ROUNDING, as_many_alike, beyond_rounding, difference_p_value
from steelyard.scores.implied import implied_of
from steelyard.scores.measured import Measured


def paired_difference(
    first: Measured, second: Measured, confidence: float, added: float | None = None
) -> tuple[float, float, float, float]:
    """Return the first value less the second on the same items, the ends of its interval, and its p-value.

    What items did not show is reckoned with: `added` is the variance of it; if it is not known, the difference varies
    no less than if one item beforehand were as is expected, and where nothing varies, as if all were. And nothing
    proves more than the items that tell the models apart.
    """
    away, scale = first.value - second.value, max(abs(first.value), abs(second.value))
    if not first.metric.sure:
        return away, math.nan, math.nan, math.nan
    slopes = first.slopes - second.slopes
    by_class, normal = beyond_rounding(
        first.sample.covariance(slopes, slopes), first.sample.normal_items(slopes), scale
    )
    if abs(away) <= ROUNDING * scale:
        away = 0.0
        if not by_class.any() and _alike(first, second):
            return 0.0, 0.0, 0.0, 1.0
    places = tuple({k for part in first.defined for k in part.places})
    expected = _expected(first, second) if added is None else 0.0
    variance, degrees = first.reckoned(by_class, normal, places, expected)
    variance += added or 0.0
    if degrees < 1:  # a class of one item does not tell how scores vary
        return away, math.nan, math.nan, math.nan
    least, greatest = first.bounds
    bounds = (least - greatest, greatest - least)
    low, high = normal_ends(away, math.sqrt(variance), confidence, bounds, degrees)
    p_value = difference_p_value(away, variance, degrees, _telling(first, second) if away else 0.0)
    if p_value >= 1 - confidence:
        low, high = min(low, 0.0), max(high, 0.0)
    return away, low, high, p_value


def _alike(first: Measured, second: Measured) -> bool:
    """Whether two models give the same scores, or, if only these count, rank all items alike: no item can differ."""
    a, b = (each.scores.columns[each.model] for each in (first, second))
    if first.metric.kind not in ("rate", "pairs") or first.metric.probabilities:
        return bool((a == b).all())
    xp, places = arrays_of(a), {k for part in first.defined for k in part.places}
    return all(
        bool((xp.unique(a[:, k], return_inverse=True)[1] == xp.unique(b[:, k], return_inverse=True)[1]).all())
        for k in places
    )


def _expected(first: Measured, second: Measured) -> float:
    """Return the variance that is expected of a difference.

    Of losses, what probabilities imply that lie between those of the models; else, as if the models were measured on
    items of their own.
    """
    if not first.implies:
        return first.expected + second.expected
    sums = implied_of(first.scores, first.metric, first.model, second.model)
    return float(first.weights**2 @ [first.implied(sums, part.places) for part in first.defined])


def _telling(first: Measured, second: Measured) -> float:
    """Return how many items tell two models apart, as many alike as would tell as much.

    A mean is of its items. The rank of an item of a class is among all others, so that a ranking is told by the items
    of the class or by the others, whichever are fewer.
    """
    truth, weights, xp = first.scores.truth, first.scores.item_weights, arrays_of(first.scores.truth)
    total, classes = xp.zeros_like(weights), np.arange(len(first.scores.labels))
    for weight, one, other in zip(first.weights, first.defined, second.defined, strict=True):
        moved, away = weights * (one.slopes - other.slopes), one.value - other.value
        own = truth == one.places[0]
        if first.metric.kind == "rate":
            sides = [own, ~own]
        elif first.metric.kind == "pairs":
            sides = [own, truth == one.places[1]]
        else:
            sides = [xp.like(np.isin(classes, one.places), truth)[truth]]
        each = [moved[side] + weights[side] * (away / weights[side].sum()) for side in sides]
        telling = [as_many_alike(moves) for moves in each]
        if len(first.defined) == 1:
            return min(telling)
        fewest = int(np.argmin(telling))
        total[sides[fewest]] += weight * each[fewest]
    return as_many_alike(total)
