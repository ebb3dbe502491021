"""Classifiers between right and wrong: every class, or one of them, is recognised in ever more of its items."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.type_names import Integers

FINE, COARSE = 500, 50
"""Steps from never to always, of all classes together and of one class alone."""


def levels(sizes: Integers) -> Integers:
    """Return matrices of these class sizes, with errors as the next class, or spread evenly over the others.

    All classes are recognised alike, or the first or last one differs from the others, which are right or wrong.
    """
    C = len(sizes)
    together = np.broadcast_to(np.linspace(0, 1, FINE + 1)[:, None], (FINE + 1, C))
    alone = []
    for k in (0, C - 1):
        for others in (0.0, 1.0):
            recalls = np.full((COARSE + 1, C), others)
            recalls[:, k] = np.linspace(0, 1, COARSE + 1)
            alone.append(recalls)
    one, all_alike = np.concatenate(alone), together
    return np.concatenate([_next(all_alike, sizes), _even(all_alike, sizes), _next(one, sizes), _even(one, sizes)])


def _next(recalls: Any, sizes: Integers) -> Integers:
    own = np.eye(len(sizes), dtype=np.int64)
    hits = np.rint(recalls * sizes).astype(np.int64)[..., None]
    found: Integers = hits * own + (sizes[:, None] - hits) * np.roll(own, 1, axis=1)
    return found


def _even(recalls: Any, sizes: Integers) -> Integers:
    C = len(sizes)
    own = np.eye(C, dtype=np.int64)
    hits = np.rint(recalls * sizes).astype(np.int64)[..., None]
    each, left = np.divmod(sizes[:, None] - hits, C - 1)
    place = (np.arange(C) - np.arange(C)[:, None] - 1) % C  # 0 for the next class, C − 1 for the class itself
    found: Integers = hits * own + (1 - own) * (each + (place < left))
    return found
