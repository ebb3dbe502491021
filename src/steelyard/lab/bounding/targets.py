"""Corners of the space of classifiers: for each class, the class as which all its items are predicted."""

from __future__ import annotations

from functools import cache

import numpy as np

from steelyard.type_names import Integers


@cache
def targets(classes: int) -> Integers:
    """Return ways to predict every class as one class, of shape (N, C), each once; read-only.

    All right, all as one class, everyone a place further, all as one class and that one as another, two classes
    exchanged, the order reversed, one class wrong, one class right.
    """
    own = np.arange(classes)
    last = classes - 1
    ways = [own, np.roll(own, 1), np.roll(own, -1)]
    ways += [np.full(classes, k) for k in range(classes)]
    ends = sorted({0, 1, classes - 2, last})
    for k in ends:
        for other in ends:
            if k != other:
                ways.append(np.where(own == k, other, k))  # all as k, k as another
                ways.append(np.where(own == k, other, np.where(own == other, k, own)))  # two exchanged
                ways.append(np.where(own == k, other, own))  # one wrong
    turned = own[::-1].copy()
    turned[turned == own] = 0
    ways += [turned, np.where(own == 0, 0, np.roll(own, 1)), np.where(own == 0, 0, np.roll(own, -1))]
    found = np.unique(np.array(ways, dtype=np.int64), axis=0)
    found.flags.writeable = False
    return found


def filled(where: Integers, sizes: Integers) -> Integers:
    """Return the matrices in which each class has these items, all in its target's cell; shapes (N, C) and (…, C)."""
    corners = np.zeros((*where.shape, where.shape[-1]), dtype=np.int64)
    np.put_along_axis(corners, where[..., None], np.broadcast_to(sizes, where.shape)[..., None], axis=-1)
    return corners
