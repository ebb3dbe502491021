"""Bounds for given class sizes, of all matrices or by a search; and the search: rows are climbed, cells refined."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from steelyard.lab import enumeration
from steelyard.lab.bounding.objective import ROUNDING, Objective, UndefinedError, as_matrix, filled, levels, targets
from steelyard.lab.bounding.result import End, Matrix, Search
from steelyard.type_names import Floats, Integers

SIGNS = (-1, 1)
"""Of the least and the greatest value."""

ALL = 200_000
"""Up to so many matrices, all are tried."""

ALL_LABELLED = 2_000
"""The same for a metric that counts out labels."""

CHUNK = 20_000

STARTS = 4
"""Of the climbs, from the best corners."""

LEVELS = 2
"""Of the climbs, from the best levels of recognition."""

MOST_STEPS = 120
"""Of which all pairs are made at once."""

TIES = 3
"""How many of the matrices that are the best but for rounding are compared exactly."""


def of_sizes(objective: Objective, supports: Sequence[int]) -> tuple[End, End]:
    """Return the least and the greatest value over all matrices with these class sizes, or the furthest found."""
    every = enumeration.how_many(supports)
    before = objective.valued, objective.undefined
    all_tried = every <= (ALL_LABELLED if objective.labelled else ALL)
    kept = (_of_all if all_tried else _searched)(objective, supports)
    valued, undefined = objective.valued - before[0], objective.undefined - before[1]
    if not all(kept.values()):
        tried = f"all {every:,}" if all_tried else f"all {valued:,} of the {power_of_ten(every)}"
        raise UndefinedError(
            f"{objective.metric.id} is undefined for {tried} matrices with these class sizes that were tried, so no "
            "bounds were found."
        )
    search = Search(valued, every, complete=all_tried, undefined=undefined)
    ends = []
    for sign in SIGNS:
        end = end_at(objective, as_matrix(_chosen(objective, kept[sign], sign)), search)
        known = all_tried or math.isinf(end.value) or objective.known(end.value, sign, len(supports))
        ends.append(replace(end, known=known))
    return ends[0], ends[1]


def _searched(objective: Objective, supports: Sequence[int]) -> dict[int, list[Integers]]:
    """Return the best matrices of a directed search."""
    sizes = np.array(supports, dtype=np.int64)
    starts = [_corners(sizes)] if objective.labelled else [_corners(sizes), levels(sizes)]
    values = [objective.values(stack) for stack in starts]
    objective.measure_unit(*values)
    kept: dict[int, list[Integers]] = {}
    for sign in SIGNS:
        orders = [np.argsort(-objective.scored(each, sign), kind="stable") for each in values]
        if objective.labelled:
            first = starts[0][orders[0][:1]]
        else:
            evenly = starts[0][-2:]
            first = np.concatenate([starts[0][orders[0][:STARTS]], starts[1][orders[1][:LEVELS]], evenly])
        tops = [climb(start, _alternatives, partial(objective.scores, sign=sign), _together) for start in first]
        best = max(height for _, height in tops)
        kept[sign] = [state for state, height in tops if height >= best - ROUNDING and height > -np.inf][:TIES]
    return kept


def _corners(sizes: Integers) -> Integers:
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


def _together(m: Integers) -> Integers:
    """Return the matrices in which two steps are made at once, in one row or two; none if they are too many."""
    C = len(m)
    i, a, b = (place.ravel() for place in np.indices((C, C, C)))
    some = (a != b) & (m[i, a] > 0)
    i, a, b = i[some], a[some], b[some]
    if len(i) > MOST_STEPS:
        return m[None][:0]
    steps = np.zeros((len(i), C, C), dtype=np.int64)
    each = np.arange(len(i))
    steps[each, i, a] = -1
    steps[each, i, b] = 1
    large = steps * np.maximum(m[i, a] // 8, 1)[:, None, None]
    one, other = np.triu_indices(len(i))
    around = m + np.concatenate([steps[one] + steps[other], large[one] + large[other], large[one] + steps[other]])
    return around[around.min(axis=(1, 2)) >= 0]


def _amounts(items: int, *, few: bool) -> list[int]:
    """Return how many of so many items are moved: all, half, …, one."""
    if few:
        return sorted({items, (items + 1) // 2, 1})
    return sorted({max(1, items >> k) for k in range(items.bit_length())})


def _of_all(objective: Objective, supports: Sequence[int]) -> dict[int, list[Integers]]:
    """Return the first few matrices that are the best but for rounding."""
    kept: dict[int, list[Integers]] = {sign: [] for sign in SIGNS}
    heights = dict.fromkeys(SIGNS, -np.inf)
    every = enumeration.how_many(supports)
    for start in range(0, every, CHUNK):
        block = enumeration.matrices(supports, start, min(start + CHUNK, every))
        values = objective.values(block)
        if start == 0:
            objective.measure_unit(values)
        for sign in SIGNS:
            scores = objective.scored(values, sign)
            best = float(scores.max())
            if best > heights[sign] + ROUNDING:
                heights[sign], kept[sign] = best, []
            near = np.flatnonzero((scores >= heights[sign] - ROUNDING) & (scores > -np.inf))
            kept[sign] = (kept[sign] + [block[k] for k in near[:TIES]])[:TIES]
    return kept


def _chosen(objective: Objective, candidates: list[Integers], sign: int) -> Integers:
    best = candidates[0]
    for other in candidates[1:]:
        if objective.order(as_matrix(other), as_matrix(best)) * sign > 0:
            best = other
    return best


def end_at(objective: Objective, matrix: Matrix, search: Search) -> End:
    """Return the end that one matrix has."""
    exact = objective.exact(matrix)
    value = objective.value(matrix)
    text = None if exact is None else str(exact)
    return End(value, attained=True, exact=text, matrix=matrix, at_matrix=value, search=search)


def power_of_ten(every: int) -> str:
    """Return a number of matrices, from a billion on by its power of ten."""
    return f"{every:,}" if every < 10**9 else f"10^{int(math.log10(every))} or so"


# Climb: row after row, whatever is higher is taken.


SWEEPS = 40
"""Over all rows, at most."""

CELLS = 12_000_000
"""Of all matrices valued in one climb, at most: about half a second."""

GAIN = 1e-12
"""A smaller gain is rounding."""


def climb(
    start: Integers,
    alternatives: Callable[[Integers, int], Integers],
    score: Callable[[Integers], Floats],
    together: Callable[[Integers], Integers] | None = None,
) -> tuple[Integers, float]:
    """Return the top of a climb and its score.

    `alternatives` are the matrices that differ in one row; where none of them is higher, those of `together` are tried,
    in which two rows may differ.
    """
    state, height = start, float(score(start[None])[0])
    cells = 0
    for _ in range(SWEEPS):
        before = height
        for i in range(len(start)):
            around = alternatives(state, i)
            cells += around.size
            state, height = _higher(state, height, around, score)
        if not height > before and together is not None:
            around = together(state)
            cells += around.size
            state, height = _higher(state, height, around, score)
        if cells > CELLS or not height > before:
            break
    return state, height


def _higher(
    state: Integers, height: float, around: Integers, score: Callable[[Integers], Floats]
) -> tuple[Integers, float]:
    if not len(around):
        return state, height
    scores = score(around)
    best = int(np.argmax(scores))
    return (around[best], float(scores[best])) if scores[best] > height + GAIN else (state, height)


# Extremes between the corners, as of entropies: the cells of a matrix are refined in ever smaller steps.


GRAIN = 10**7
"""Items of the largest cell while refining."""

STEPS = tuple(2.0**-k for k in range(20))
"""By which cells grow or shrink, in turn."""

PROBES = (1.0, 2.0**-4, 2.0**-10)
"""Steps that tell at once whether there is anything to gain."""

ROUNDS = 12
"""With one step, at most."""

SCALES = (10, 100, 1_000, 10_000, 100_000, 1_000_000, GRAIN)
"""Items of the largest cell in the matrices that come near."""


@dataclass(frozen=True, slots=True)
class Inside:
    """An extreme between the corners: its value, and ever larger matrices of its shape, the last of which has it."""

    value: float
    series: tuple[Matrix, ...]


def refined(objective: Objective, sign: int, start: Integers, beyond: float | None = None) -> Inside:
    """Return what refining the cells leads to, empty ones too; the start, if no first step goes beyond a value."""
    shape = start / start.max()
    height = float(objective.scores(_rounded(shape, GRAIN)[None], sign)[0])
    probes = objective.scores(_rounded(np.concatenate([_around(shape, step) for step in PROBES]), GRAIN), sign)
    least = height if beyond is None else max(height, sign * beyond / objective.unit)
    for step in STEPS if (probes > least + GAIN).any() else ():
        for _ in range(ROUNDS):
            around = _around(shape, step)
            scores = objective.scores(_rounded(around, GRAIN), sign)
            best = int(np.argmax(scores))
            if not scores[best] > height + GAIN:
                break
            shape, height = around[best] / around[best].max(), float(scores[best])
    series = tuple(as_matrix(_rounded(shape, scale)) for scale in SCALES)
    return Inside(sign * height * objective.unit, series)


def _around(shape: Floats, step: float) -> Floats:
    """Return shapes in which a cell or a row is larger or smaller by a step, an empty cell opened, or one emptied."""
    C = len(shape)
    cells = np.eye(C * C).reshape(-1, C, C)
    rows = np.eye(C)[:, :, None] * np.ones(C)
    taken = (shape > 0).ravel()
    changed = np.concatenate([cells[taken], rows])
    opened = shape + step * shape.max(axis=1, keepdims=True) * cells[~taken]
    emptied = shape * (1 - cells[taken])
    emptied = emptied[emptied.sum(axis=2).min(axis=1) > 0]
    return np.concatenate([shape * (1 + step * changed), shape / (1 + step * changed), opened, emptied])


def _rounded(shape: Floats, grain: int) -> Integers:
    """Return whole numbers in these proportions; what is not empty stays so."""
    whole: Integers = np.maximum(np.rint(shape * grain), shape > 0).astype(np.int64)
    return whole
