"""Bounds for given class sizes: all matrices if they are few, else a directed search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard import enumeration
from steelyard.extremes.climbing import climb
from steelyard.extremes.objective import ROUNDING, Objective, UndefinedError, as_matrix
from steelyard.extremes.result import End
from steelyard.extremes.targets import filled, targets

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

ALL = 200_000
"""Up to so many matrices, all are tried."""

ALL_LABELLED = 2_000
"""The same for a metric that counts out labels."""

CHUNK = 20_000

STARTS = 4
"""Of the climbs, beside the even spreads."""

TIES = 3
"""How many of the matrices that are the best but for rounding are compared exactly."""


def given(objective: Objective, supports: Sequence[int]) -> tuple[End, End]:
    """Return the least and the greatest value over all matrices with these class sizes."""
    low, high = ends(objective, supports, (-1, 1))
    return low, high


def ends(objective: Objective, supports: Sequence[int], signs: tuple[int, ...]) -> list[End]:
    """Return the least value for a sign of −1, the greatest for 1."""
    every = enumeration.how_many(supports)
    before = objective.valued
    if every <= (ALL_LABELLED if objective.labelled else ALL):
        kept = _of_all(objective, supports, signs)
        how = f"all {every:,} matrices with these class sizes were tried"
    else:
        kept = _searched(objective, supports, signs)
        tried = f"{objective.valued - before:,} of the {_count(every)}"
        how = f"a directed search over {tried} matrices with these class sizes"
    valued = objective.valued - before
    return [_end(objective, _chosen(objective, kept[sign], sign), how, valued) for sign in signs]


def _searched(objective: Objective, supports: Sequence[int], signs: tuple[int, ...]) -> dict[int, list[Integers]]:
    """Return the best matrices of a directed search."""
    starts = corners(np.array(supports, dtype=np.int64))
    values = objective.values(starts)
    if np.isnan(values).all():
        return {sign: [] for sign in signs}
    kept: dict[int, list[Integers]] = {}
    for sign in signs:
        scores = np.where(np.isnan(values), -np.inf, sign * values)
        order = np.argsort(-scores, kind="stable")
        first = [starts[k] for k in order[: 1 if objective.labelled else STARTS] if np.isfinite(scores[k])]
        tops = [
            climb(start, _alternatives, lambda stack, sign=sign: sign * objective.values(stack))  # type: ignore[misc]
            for start in (first if objective.labelled else [*first, *starts[-2:]])
        ]
        tops = [top for top in tops if not np.isnan(top[1])]
        best = max(height for _, height in tops)
        kept[sign] = [state for state, height in tops if height >= best - ROUNDING][:TIES]
    return kept


def corners(sizes: Integers) -> Integers:
    """Return corners in the order of the classes and of their sizes; then even errors, and even predictions."""
    C = len(sizes)
    by_size = np.argsort(sizes, kind="stable")
    ways = targets(C)
    sorted_ways = np.empty_like(ways)
    sorted_ways[:, by_size] = by_size[ways]
    at_corners = filled(np.unique(np.concatenate([ways, sorted_ways]), axis=0), sizes)
    errors = np.stack([_spread(size, [j for j in range(C) if j != i], C) for i, size in enumerate(sizes.tolist())])
    even = np.stack([_spread(size, list(range(C)), C) for size in sizes.tolist()])
    return np.concatenate([at_corners, errors[None], even[None]])


def _spread(items: int, places: list[int], C: int) -> Integers:
    row = np.zeros(C, dtype=np.int64)
    each, left = divmod(items, len(places))
    row[places] = each
    row[places[:left]] += 1
    return row


def _alternatives(m: Integers, i: int) -> Integers:
    """Return the matrices in which class i is wholly predicted as one class, or some of its items move on."""
    C = len(m)
    row = m[i]
    whole = np.eye(C, dtype=np.int64) * row.sum()
    moves = [whole]
    units = np.eye(C, dtype=np.int64)
    for j in np.flatnonzero(row):
        others = np.delete(units, j, axis=0) - units[j]
        moves += [row + k * others for k in _amounts(int(row[j]), few=C > 6)]
    rows = np.concatenate(moves)
    around = np.repeat(m[None], len(rows), axis=0)
    around[:, i] = rows
    return around


def _amounts(items: int, *, few: bool) -> list[int]:
    """Return how many of so many items are moved: all, half, …, one."""
    if few:
        return sorted({items, (items + 1) // 2, 1})
    return sorted({max(1, items >> k) for k in range(items.bit_length())})


def _of_all(objective: Objective, supports: Sequence[int], signs: tuple[int, ...]) -> dict[int, list[Integers]]:
    """Return the first few matrices that are the best but for rounding."""
    kept: dict[int, list[Integers]] = {sign: [] for sign in signs}
    heights = dict.fromkeys(signs, -np.inf)
    every = enumeration.how_many(supports)
    for start in range(0, every, CHUNK):
        block = enumeration.matrices(supports, start, min(start + CHUNK, every))
        values = objective.values(block)
        if np.isnan(values).all():
            continue
        for sign in signs:
            scores = np.where(np.isnan(values), -np.inf, sign * values)
            best = float(scores.max())
            if best > heights[sign] + ROUNDING:
                heights[sign], kept[sign] = best, []
            near = np.flatnonzero(scores >= heights[sign] - ROUNDING)
            kept[sign] = (kept[sign] + [block[k] for k in near[:TIES]])[:TIES]
    return kept


def _chosen(objective: Objective, candidates: list[Integers], sign: int) -> Integers:
    if not candidates:
        raise UndefinedError(
            f"{objective.metric.id} is undefined for all matrices tried with these class sizes, so it has no bounds."
        )
    best = candidates[0]
    for other in candidates[1:]:
        if objective.order(as_matrix(other), as_matrix(best)) * sign > 0:
            best = other
    return best


def _end(objective: Objective, m: Integers, how: str, tried: int) -> End:
    matrix = as_matrix(m)
    exact = objective.exact(matrix)
    value = objective.value(matrix)
    text = None if exact is None else str(exact)
    return End(value, attained=True, exact=text, matrix=matrix, at_matrix=value, how=how, tried=tried)


def _count(every: int) -> str:
    return f"{every:,}" if every < 10**9 else f"10^{int(math.log10(every))} or so"
