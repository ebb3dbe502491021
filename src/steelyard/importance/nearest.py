"""The point of a polytope of weights that is nearest to a given one, by least-distance programming."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from steelyard.type_names import Floats


def nearest(target: Floats, low: Floats, high: Floats, pairs: Iterable[tuple[int, int]]) -> Floats:
    """Return the w nearest to the target with low ≤ w ≤ high, w_a ≤ w_b for each pair and Σw = 1, which exist.

    The ends must already agree with the pairs: no class may lie below one of a greater least weight.
    """
    found = low.copy()
    free = np.flatnonzero(high > low)
    if not len(free):
        return found
    place = {x: i for i, x in enumerate(free.tolist())}
    among = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
    left = 1 - (low.sum() - low[free].sum())
    # Moving all alike reaches the sum; from there only moves that keep it are of interest.
    start = target[free] + (left - target[free].sum()) / len(free)
    G, h = _half_spaces(low[free], high[free], among, left)
    moved = start + _least_move(G - G.mean(axis=1, keepdims=True), h - G @ start)
    found[free] = np.clip(moved, low[free], high[free])
    return found


def _half_spaces(low: Floats, high: Floats, pairs: list[tuple[int, int]], left: float) -> tuple[Floats, Floats]:
    """Return G and h of G·w ≥ h, without the ends that follow from others."""
    floor, ceiling = np.full(len(low), -np.inf), np.full(len(low), np.inf)
    for a, b in pairs:
        floor[b], ceiling[a] = max(floor[b], low[a]), min(ceiling[a], high[b])
    one = np.eye(len(low))
    least, most = low > floor, (high < ceiling) & (high < left)
    order = [one[b] - one[a] for a, b in pairs]
    G = np.concatenate([one[least], -one[most], np.reshape(order, (-1, len(low)))])
    return G, np.concatenate([low[least], -high[most], np.zeros(len(pairs))])


def _least_move(G: Floats, h: Floats) -> Floats:
    """Return the shortest z with G·z ≥ h: Lawson and Hanson, Solving Least Squares Problems, chapter 23."""
    from scipy.optimize import nnls  # noqa: PLC0415 - loads when it is used

    if (h <= 0).all():
        return np.zeros(G.shape[1])
    E = np.concatenate([G.T, h[None, :]])
    f = np.zeros(len(E))
    f[-1] = 1.0
    u, _ = nnls(E, f)
    # What binds is known now; solving for it directly keeps the digits that the quotient of residuals loses.
    binding = u > 0
    return np.linalg.lstsq(G[binding], h[binding], rcond=None)[0]
