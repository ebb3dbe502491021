"""Bounds over all class sizes: tiny matrices and patterns, climbed; then whether the best value is attained."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.extremes import patterns
from steelyard.extremes.climbing import climb
from steelyard.extremes.inside import Inside, refined
from steelyard.extremes.objective import ROUNDING, Objective, UndefinedError, as_matrix
from steelyard.extremes.result import End, Matrix
from steelyard.extremes.sequences import limit_of

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

STARTS = 5
"""Of the climbs, with different values."""

RATIOS = (10**3, 10**6, 10**9, 10**12)
"""At which the value of a pattern is taken, to see what it tends to."""

SMALL_RATIOS = (1, 2, 3, 10)
"""At which a value that does not depend on the ratio is shown."""

LABELLED = 100, (10, 100, 1_000, 10_000)
"""Both kinds of ratios for a metric that counts out labels."""

CLEAR = 1e-7
"""A gain above this is no matter of a ratio that could be larger still."""


def anywhere(objective: Objective, classes: int) -> tuple[End, End]:
    """Return the least and the greatest value over all matrices of so many classes, every class with items."""
    before = objective.valued
    begun = patterns.starts(classes, few=objective.labelled)
    small = patterns.tiny(classes, few=objective.labelled)
    values = objective.values(_counts(objective, begun))
    of_small = objective.values(small) if len(small) else np.zeros(0)
    if np.isnan(values).all() and np.isnan(of_small).all():
        raise UndefinedError(f"{objective.metric.id} is undefined for all matrices tried, so it has no bounds.")
    ends = [_end(objective, sign, (begun, values), (small, of_small)) for sign in (-1, 1)]
    tried = objective.valued - before
    low, high = (replace(end, how=end.how.format(f"{tried:,}"), tried=tried) for end in ends)
    return low, high


def _end(objective: Objective, sign: int, begun: tuple[Integers, Floats], small: tuple[Integers, Floats]) -> End:
    """Return one end: of tiny matrices, of a pattern, or between the corners, whichever goes furthest."""
    top, height = _climbed(objective, sign, *begun)
    scores = sign * small[1]
    tiny = int(np.nanargmax(scores)) if len(scores) and not np.isnan(scores).all() else None
    if tiny is not None and not (height > scores[tiny] + ROUNDING):
        found = _at_matrix(objective, as_matrix(small[0][tiny]))
        start = small[0][tiny]
    else:
        found = _of_pattern(objective, sign, top)
        start = patterns.counts(top, 10)
    if not (np.isinf(found.value) or objective.labelled):
        inside = refined(objective, sign, start)
        if inside is not None and sign * (inside.value - found.value) > CLEAR:
            found = _inside(objective, sign, inside)
    return found


def _counts(objective: Objective, stack: Integers) -> Integers:
    """Return the matrices of patterns, small ones for a metric that counts out labels."""
    return patterns.counts(np.minimum(stack, 2), LABELLED[0]) if objective.labelled else patterns.counts(stack)


def _climbed(objective: Objective, sign: int, begun: Integers, values: Floats) -> tuple[Integers, float]:
    """Return the highest pattern; of patterns equally high, the one with the fewest items."""
    scores = np.where(np.isnan(values), -np.inf, sign * values)
    items = patterns.counts(begun, 10).sum(axis=(1, 2))
    order = np.lexsort([items, -scores.round(9)])
    _, firsts = np.unique(-scores[order].round(6), return_index=True)
    tops = [
        climb(begun[order[k]], patterns.alternatives, lambda stack: sign * objective.values(_counts(objective, stack)))
        for k in firsts[: 1 if objective.labelled else STARTS]
        if np.isfinite(scores[order[k]])
    ]
    if not tops:
        return begun[0], -np.inf
    best = max(height for _, height in tops)
    return min(((top, height) for top, height in tops if height >= best - ROUNDING), key=lambda top: int(top[0].sum()))


def _at_matrix(objective: Objective, matrix: Matrix) -> End:
    exact = objective.exact(matrix)
    value = objective.value(matrix)
    text = None if exact is None else str(exact)
    return End(value, attained=True, exact=text, matrix=matrix, at_matrix=value, how=_SEARCHED)


_SEARCHED = "a directed search over {} matrices with class sizes alike and far apart"


def _of_pattern(objective: Objective, sign: int, pattern: Integers) -> End:
    """Return the end that a pattern gives: attained, if its value does not depend on the ratio."""
    ratios = LABELLED[1] if objective.labelled else RATIOS
    pattern = np.minimum(pattern, 2) if objective.labelled else pattern
    series = [patterns.matrix(pattern, ratio) for ratio in ratios]
    if all(objective.order(matrix, series[-1]) == 0 for matrix in series[:-1]):
        small = next(
            (
                matrix
                for matrix in (patterns.matrix(pattern, ratio) for ratio in SMALL_RATIOS)
                if objective.order(matrix, series[0]) == 0
            ),
            series[0],
        )
        return _at_matrix(objective, small)
    values = [objective.value(matrix) for matrix in series]
    limit = limit_of(values)
    simpler = np.minimum(pattern, 2)
    if limit is not None and (simpler != pattern).any():
        others = [patterns.matrix(simpler, ratio) for ratio in ratios]
        of_others = [objective.value(matrix) for matrix in others]
        if limit_of(of_others) == limit:  # two scales will do
            series, values = others, of_others
    near = series[0]
    if limit is None or sign * (values[-1] - values[0]) < 0:
        best = int(np.argmax(sign * np.array(values)))
        how = f"{_SEARCHED}; the best value seen, which still moves as the ratio grows"
        return replace(_at_matrix(objective, series[best]), attained=False, exact=None, how=how, converged=False)
    how = f"{_SEARCHED}; a sequence of them with ever larger ratios converges"
    if np.isinf(limit.value):
        how = f"{_SEARCHED}; a sequence of them with ever larger ratios grows without bound"
    return End(limit.value, attained=False, exact=limit.name, matrix=near, at_matrix=values[0], how=how)


def _inside(objective: Objective, sign: int, inside: Inside) -> End:
    """Return the end that lies between the corners: a limit, if ever larger matrices come ever nearer."""
    best = inside.series[0]
    attained = False
    for matrix in inside.series[1:]:
        order = sign * objective.order(matrix, best)
        if order > 0:
            best, attained = matrix, False
        elif order == 0:
            attained = True
    if attained:
        return _at_matrix(objective, best)
    near = next(m for m in inside.series if abs(objective.value(m) - inside.value) < 1e-3)
    how = f"{_SEARCHED}; its cells refined in steps of down to 1/1,000,000: ever larger matrices come ever nearer"
    return End(inside.value, attained=False, exact=None, matrix=near, at_matrix=objective.value(near), how=how)
