"""Which classes are close to each other, so that classifiers mistake one for the other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.experiments.spread.features import Features

LOOKED_AT = 1_000
"""Items of each class; more would say the same."""


def mistaken(features: Features) -> NDArray[np.float64]:
    """Return for each class (rows) the share of its items that are nearer to another class's mean than to its own's."""
    rows = [np.flatnonzero(features.y == place)[:LOOKED_AT] for place in range(len(features.classes))]
    means = np.stack([features.X[some].mean(axis=0, dtype=np.float64) for some in rows])
    # Of |x − m|², only m² − 2xm differs between the means.
    shares = []
    for place, some in enumerate(rows):
        away = (means**2).sum(axis=1) - 2 * features.X[some] @ means.T
        shares.append((away < away[:, [place]]).mean(axis=0))
    return np.stack(shares)


def close_pairs(features: Features) -> list[tuple[int, int]]:
    """Return all pairs of classes, by their places, those that are closest first.

    Examples
    --------
    >>> X = np.array([[0], [3], [2], [5], [50], [60]], dtype=np.float32)
    >>> three = Features(X, np.array([0, 0, 1, 1, 2, 2]), ("a", "b", "c"), "made up", "")
    >>> close_pairs(three)
    [(0, 1), (0, 2), (1, 2)]
    """
    shares = mistaken(features)
    return sorted(combinations(range(len(features.classes)), 2), key=lambda pair: -(shares[pair] + shares[pair[::-1]]))
