"""Climbing to a bound: one row of a matrix after the other, and between the corners in ever smaller steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from steelyard.lab.bounding.objective import Objective, as_matrix
from steelyard.lab.bounding.result import Matrix
from steelyard.type_names import Floats, Integers

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
    filled = (shape > 0).ravel()
    changed = np.concatenate([cells[filled], rows])
    opened = shape + step * shape.max(axis=1, keepdims=True) * cells[~filled]
    emptied = shape * (1 - cells[filled])
    emptied = emptied[emptied.sum(axis=2).min(axis=1) > 0]
    return np.concatenate([shape * (1 + step * changed), shape / (1 + step * changed), opened, emptied])


def _rounded(shape: Floats, grain: int) -> Integers:
    """Return whole numbers in these proportions; what is not empty stays so."""
    whole: Integers = np.maximum(np.rint(shape * grain), shape > 0).astype(np.int64)
    return whole
