"""The share of a simplex that lies on one side of a plane, without cancellation."""

from __future__ import annotations

import numpy as np

from steelyard.type_names import Floats


def share_above(values: Floats) -> Floats:
    """Return the share of each simplex in which a linear function is above 0, given its values at the vertices, (n, V).

    Varsi 1973, in a form that explains itself: uniform weights of the vertices are exponential times E over their sum,
    so the question is whether Σ v⁺·E is above Σ v⁻·E. Both sums are races through stages, one for each vertex; in a
    stage pair (x, y) the first ends earlier with probability y/(x + y), and what is left of the other has the same law
    as a whole stage. All terms are positive, so nothing cancels, however small the share.

    Examples
    --------
    >>> share_above(np.array([[1.0, -1.0], [3.0, -1.0], [1.0, 0.0]]))
    array([0.5 , 0.75, 1.  ])
    """
    above, below = _stages(values), _stages(-values)
    H, K = above.shape[1], below.shape[1]
    # ends[:, k]: the probability that `below` ends first, with h stages of it left to run and s − h of `above`.
    ends = np.zeros((len(values), K + 1))
    ends[:, 0] = 1.0
    for s in range(1, H + K + 1):
        new = ends.copy()
        k = np.arange(max(1, s - H), min(K, s - 1) + 1)
        if len(k):
            x, y = below[:, k - 1], above[:, s - k - 1]
            first = np.where(x == 0, 1.0, y / np.where(x == 0, 1.0, x + y))
            new[:, k] = first * ends[:, k - 1] + (1 - first) * ends[:, k]
        if s <= K:
            new[:, s] = 0.0  # all of `below` is left and nothing of `above`
        ends = new
    found = ends[:, K]
    return np.where((values > 0).any(axis=1), np.where((values < 0).any(axis=1), found, 1.0), 0.0)


def _stages(values: Floats) -> Floats:
    """Return the positive values of each row, largest first, filled up with zeros, which take no time."""
    stages = -np.sort(-np.maximum(values, 0.0), axis=1)
    most = int((stages > 0).sum(axis=1).max(initial=0))
    return stages[:, :most]
