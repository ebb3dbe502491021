"""Extremes between the corners, as of entropies: the cells of a matrix are refined in ever smaller steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard.lab.bounding.climbing import GAIN
from steelyard.lab.bounding.objective import Objective, as_matrix
from steelyard.lab.bounding.result import Matrix
from steelyard.type_names import Floats, Integers

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
