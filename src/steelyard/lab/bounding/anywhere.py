"""Bounds over all class sizes, and what a sequence of values tends to as a ratio grows by the same factor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from steelyard.lab.bounding.objective import (
    ROUNDING,
    Objective,
    UndefinedError,
    alternatives,
    as_matrix,
    levels,
    pattern_counts,
    pattern_matrix,
    starts,
    tiny,
)
from steelyard.lab.bounding.of_sizes import Inside, climb, end_at, refined
from steelyard.lab.bounding.result import End, Search
from steelyard.type_names import Floats, Integers

STARTS = 5
"""Of the climbs, with different values."""

RATIOS = (10**3, 10**6, 10**9, 10**12)
"""At which the value of a pattern is taken, to see what it tends to."""

SMALL_RATIOS = (1, 2, 3, 10)
"""At which a value that does not depend on the ratio is shown."""

LABELLED = 100, (10, 100, 1_000, 10_000)
"""Both kinds of ratios for a metric that counts out labels."""

LEVELLED = 1_000
"""Items of each class where levels of recognition are tried."""

CLEAR = 1e-7
"""A gain in score above this is no matter of a ratio that could be larger still."""

Valued = tuple[Integers, Floats]
"""Matrices or patterns, and their values."""


def anywhere(objective: Objective, classes: int) -> tuple[End, End]:
    """Return the least and the greatest value found over all matrices of so many classes, every class with items."""
    before = objective.valued
    begun = starts(classes, few=objective.labelled)
    small = tiny(classes, few=objective.labelled)
    between = small[:0] if objective.labelled else levels(np.full(classes, LEVELLED))
    values, of_small, of_between = (objective.values(m) for m in (_counts(objective, begun), small, between))
    if all(np.isnan(each).all() for each in (values, of_small, of_between)):
        raise UndefinedError(
            f"{objective.metric.id} is undefined for all {objective.valued - before:,} matrices of {classes} classes "
            "that were tried, so no bounds were found."
        )
    objective.measure_unit(of_small, values[begun.max(axis=(1, 2)) == 1], values)
    ends = [_end(objective, sign, (begun, values), (small, of_small), (between, of_between)) for sign in (-1, 1)]
    tried = objective.valued - before
    low, high = (replace(end, search=replace(end.search, tried=tried)) for end in ends)
    return low, high


def _end(objective: Objective, sign: int, begun: Valued, small: Valued, between: Valued) -> End:
    """Return one end: of tiny matrices, of a pattern, or between the corners, whichever goes furthest."""
    end, start = _of_corners(objective, sign, begun, small)
    classes = len(start)
    if not (np.isinf(end.value) or objective.labelled):
        starts = [start]
        known = objective.known(end.value, sign, classes)
        if not known:
            level = between[0][int(np.argmax(objective.scored(between[1], sign)))]
            starts += [level, 1 - np.eye(classes, dtype=np.int64), np.ones_like(level)]
        for each in starts:
            inside = refined(objective, sign, each, end.value if known else None)
            if sign * (inside.value - end.value) > CLEAR * objective.unit:
                end = _inside(objective, sign, inside)
    infinite = end.attained and bool(np.isinf(end.value))
    return replace(end, known=infinite or objective.known(end.value, sign, classes))


def _of_corners(objective: Objective, sign: int, begun: Valued, small: Valued) -> tuple[End, Integers]:
    """Return the end that tiny matrices or a climbed pattern give, and where to go on from."""
    top, height = _climbed(objective, sign, *begun)
    scores = objective.scored(small[1], sign)
    if len(scores) and not height > scores.max() + ROUNDING:
        best = small[0][int(scores.argmax())]
        return end_at(objective, as_matrix(best), Search()), best
    return _of_pattern(objective, sign, top), pattern_counts(top, 10)


def _counts(objective: Objective, stack: Integers) -> Integers:
    """Return the matrices of patterns, small ones for a metric that counts out labels."""
    return pattern_counts(np.minimum(stack, 2), LABELLED[0]) if objective.labelled else pattern_counts(stack)


def _climbed(objective: Objective, sign: int, begun: Integers, values: Floats) -> tuple[Integers, float]:
    """Return the highest pattern; of patterns equally high, the one with the fewest items."""
    scores = objective.scored(values, sign)
    items = pattern_counts(begun, 10).sum(axis=(1, 2))
    order = np.lexsort([items, -scores.round(9)])
    _, firsts = np.unique(-scores[order].round(6), return_index=True)
    tops = [
        climb(begun[order[k]], alternatives, lambda stack: objective.scores(_counts(objective, stack), sign))
        for k in firsts[: 1 if objective.labelled else STARTS]
    ]
    best = max(height for _, height in tops)
    return min(((top, height) for top, height in tops if height >= best - ROUNDING), key=lambda top: int(top[0].sum()))


def _of_pattern(objective: Objective, sign: int, pattern: Integers) -> End:
    """Return the end that a pattern gives: attained, if its value does not depend on the ratio."""
    ratios = LABELLED[1] if objective.labelled else RATIOS
    pattern = np.minimum(pattern, 2) if objective.labelled else pattern
    series = [pattern_matrix(pattern, ratio) for ratio in ratios]
    if all(objective.order(matrix, series[-1]) == 0 for matrix in series[:-1]):
        small = next(
            (
                matrix
                for matrix in (pattern_matrix(pattern, ratio) for ratio in SMALL_RATIOS)
                if objective.order(matrix, series[0]) == 0
            ),
            series[0],
        )
        return end_at(objective, small, Search())
    values = [objective.value(matrix) for matrix in series]
    limit = limit_of(values, unit=objective.unit)
    simpler = np.minimum(pattern, 2)
    if limit is not None and (simpler != pattern).any():
        others = [pattern_matrix(simpler, ratio) for ratio in ratios]
        of_others = [objective.value(matrix) for matrix in others]
        alike = limit_of(of_others, unit=objective.unit)
        if alike is not None and (
            alike.value == limit.value or abs(alike.value - limit.value) <= ROUNDING * objective.unit
        ):  # two scales will do
            series, values = others, of_others
    near = series[0]
    if limit is None or sign * (values[-1] - values[0]) < 0:
        best = int(np.argmax(sign * np.array(values)))
        end = end_at(objective, series[best], Search(course="moves"))
        return replace(end, attained=False, exact=None, converged=False)
    search = Search(course="grows" if np.isinf(limit.value) else "converges")
    return End(limit.value, attained=False, exact=limit.name, matrix=near, at_matrix=values[0], search=search)


def _inside(objective: Objective, sign: int, inside: Inside) -> End:
    """Return the end that lies between the corners: a limit, if ever larger matrices come ever nearer."""
    best, reached = inside.series[0], False
    for matrix in inside.series[1:]:
        order = sign * objective.order(matrix, best)
        best, reached = (matrix, False) if order > 0 else (best, reached or order == 0)
    away = [abs(objective.value(matrix) - inside.value) / objective.unit for matrix in inside.series]
    if reached or not away[-2] <= CLEAR:
        return end_at(objective, best, Search())
    near = next(matrix for matrix, distance in zip(inside.series, away, strict=True) if distance < 1e-3)
    here, search = objective.value(near), Search(course="refined")
    return End(inside.value, attained=False, exact=None, matrix=near, at_matrix=here, search=search)


# Limits: what a sequence of values tends to.


SLOWEST = 0.9
"""Distances to a limit shrink at least by this factor at each step; what shrinks more slowly has no limit we know."""

NOISE = 1e-14
"""Distances below this are rounding."""

LARGEST_DENOMINATOR = 1_000
"""Of a limit that is named as a fraction."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: its value, infinite if the sequence grows without bound; and its name, if it is a simple fraction."""

    value: float
    name: str | None


def limit_of(values: Sequence[float], noise: float = NOISE, unit: float = 1.0) -> Limit | None:
    """Return the limit of a sequence whose distances shrink geometrically; None if they do not.

    A last step below the noise, in units of the metric, has arrived. The limit is named as a fraction only if the
    distances of all values from that fraction shrink as well.

    Examples
    --------
    >>> limit_of([1 / 6 + 0.1 * r for r in (1e-3, 1e-6, 1e-9)]).name
    '1/6'
    >>> limit_of([0.61 + 0.1 * r for r in (1e-3, 1e-6, 1e-9)]).value
    0.61
    >>> limit_of([1e3, 1e6, 1e9]).value
    inf
    >>> limit_of([0.1, 0.2, 0.1]) is None
    True
    >>> limit_of([1 / k for k in (1, 2, 3, 4)]) is None
    True
    """
    steps = [after - before for before, after in pairwise(values)]
    last, step = values[-1], steps[-1]
    if _grows(values, unit):
        return Limit(math.copysign(math.inf, step), None)
    guess = last
    if abs(step) > noise * max(unit, abs(last)):
        ratios = [after / before if before else math.inf for before, after in pairwise(steps)]
        if not all(0 < ratio <= SLOWEST for ratio in ratios) or _slows(ratios):
            return None
        guess = last + step * ratios[-1] / (1 - ratios[-1])  # Aitken: exact for distances that shrink geometrically
    return _named(guess, values, max(100 * noise * unit, abs(step) / 100))


def _slows(ratios: Sequence[float]) -> bool:
    """Return whether distances shrink by less and less, as those of 1/log: then there is no telling where to."""
    return any(after > 1.2 * before + 0.02 for before, after in pairwise(ratios))


def _named(guess: float, values: Sequence[float], tolerance: float) -> Limit:
    # So few fractions that a number taken at random would hardly be as near to one of them.
    largest = int(min(LARGEST_DENOMINATOR, max(1.0, 0.1 / math.sqrt(tolerance))))
    fraction = Fraction(guess).limit_denominator(largest)
    near = abs(float(fraction) - guess) <= min(tolerance, 0.01)
    distances = [abs(value - float(fraction)) for value in values]
    shrink = all(after <= SLOWEST * before or after <= tolerance for before, after in pairwise(distances))
    if near and shrink:
        return Limit(float(fraction), str(fraction))
    return Limit(guess, None)


def _grows(values: Sequence[float], unit: float) -> bool:
    """Return whether every value is at least ten times the one before it, and beyond 1,000 units."""
    return abs(values[-1]) > 1_000 * unit and all(abs(after) >= 10 * abs(before) for before, after in pairwise(values))
