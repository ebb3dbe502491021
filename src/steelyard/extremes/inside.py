"""Extremes between the corners, as of entropies: the cells of a matrix are refined in ever smaller steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.extremes.objective import Objective, as_matrix
from steelyard.extremes.result import Matrix

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

GRAIN = 10**7
"""Items of the largest cell while refining."""

STEPS = tuple(2.0**-k for k in range(20))
"""By which cells grow or shrink, in turn."""

PROBES = (1.0, 2.0**-4, 2.0**-10)
"""Steps that tell at once whether there is anything to gain."""

ROUNDS = 12
"""With one step, at most."""

SCALES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""Items of the largest cell in the matrices that come near."""

GAIN = 1e-13


@dataclass(frozen=True, slots=True)
class Inside:
    """An extreme between the corners: its value, and ever larger matrices that come near it."""

    value: float
    series: tuple[Matrix, ...]


def refined(objective: Objective, sign: int, start: Integers) -> Inside | None:
    """Return what refining the cells that are not empty leads to; None if no step improves the start."""
    shape = start / start.max()
    height = float(sign * objective.values(_rounded(shape, GRAIN)[None])[0])
    probes = sign * objective.values(_rounded(np.concatenate([_around(shape, step) for step in PROBES]), GRAIN))
    if not (probes > height + GAIN).any():
        return None
    for step in STEPS:
        for _ in range(ROUNDS):
            around = _around(shape, step)
            scores = sign * objective.values(_rounded(around, GRAIN))
            best = int(np.nanargmax(scores)) if not np.isnan(scores).all() else 0
            if not scores[best] > height + GAIN:
                break
            shape, height = around[best] / around[best].max(), float(scores[best])
    series = tuple(as_matrix(_rounded(shape, scale)) for scale in SCALES)
    return Inside(sign * height, series)


def _around(shape: Floats, step: float) -> Floats:
    C = len(shape)
    cells = np.eye(C * C).reshape(-1, C, C)[np.flatnonzero(shape)]
    return np.concatenate([shape * (1 + step * cells), shape / (1 + step * cells)])


def _rounded(shape: Floats, grain: int) -> Integers:
    """Return whole numbers in these proportions; what is not empty stays so."""
    whole: Integers = np.maximum(np.rint(shape * grain), shape > 0).astype(np.int64)
    return whole
