"""Coordinate ascent: one row of a matrix after the other is replaced by the best of its alternatives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

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
