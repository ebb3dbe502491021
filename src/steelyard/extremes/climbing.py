"""Coordinate ascent: one row of a matrix after the other is replaced by the best of its alternatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]

SWEEPS = 40
"""Over all rows, at most."""

CELLS = 12_000_000
"""Of all matrices valued in one climb, at most: about half a second."""

GAIN = 1e-13
"""A smaller gain is rounding."""


def climb(
    start: Integers, alternatives: Callable[[Integers, int], Integers], score: Callable[[Integers], Floats]
) -> tuple[Integers, float]:
    """Return the top of a climb and its score; `alternatives` are the matrices that differ in one row."""
    state, height = start, float(score(start[None])[0])
    C, cells = len(start), 0
    for _ in range(SWEEPS):
        before = height
        for i in range(C):
            around = alternatives(state, i)
            if not len(around):
                continue
            cells += around.size
            scores = score(around)
            best = int(np.nanargmax(scores)) if not np.isnan(scores).all() else 0
            if scores[best] > height + GAIN or (np.isnan(height) and not np.isnan(scores[best])):
                state, height = around[best], float(scores[best])
        if cells > CELLS or not (height > before or np.isnan(before)):
            break
        if np.isnan(height):
            break
    return state, height
