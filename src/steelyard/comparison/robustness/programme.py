"""Linear programmes over a region of weights, and its vertices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.importance.region import Region
from steelyard.type_names import Floats

TOLERANCE = 1e-10
"""Of HiGHS: how far its answers may violate a constraint, or be from the optimum."""

LEAST_COUNTED = 1e-6
"""The least weight on the classes that count at which two averages are compared."""


def farthest(region: Region, direction: Floats) -> Floats:
    """Return the weights of the region that go farthest in a direction: a vertex."""
    solution = _solved(
        -_scaled(direction),
        equal=(np.ones((1, len(direction))), [1.0]),
        below=_order(region),
        bounds=np.stack([region.low, region.high], axis=1),
    )
    if solution is None:
        raise ValueError("no weights agree with what was said.")
    return np.clip(solution, region.low, region.high)


def greatest_ratio(region: Region, rates: Floats, counted: Floats) -> Floats | None:
    """Return the weights at which Σw·rates/Σw·counted is greatest; None if nothing counted can have weight.

    Charnes and Cooper 1962: with y = t·w and t = 1/Σw·counted, it is a linear programme in (y, t).
    """
    from scipy import sparse  # noqa: PLC0415 - loads when it is used

    C = len(rates)
    order, identity = _order(region), sparse.eye_array(C)
    rows = [
        sparse.hstack([order, sparse.csr_array((order.shape[0], 1))]),
        sparse.hstack([identity, sparse.csr_array(-region.high[:, None])]),
        sparse.hstack([-identity, sparse.csr_array(region.low[:, None])]),
    ]
    equal = np.stack([np.append(counted.astype(np.float64), 0.0), np.append(np.ones(C), -1.0)])
    solution = _solved(
        np.append(-_scaled(rates), 0.0), equal=(equal, [1.0, 0.0]), below=sparse.vstack(rows), bounds=(0, None)
    )
    return None if solution is None else np.clip(solution[:C] / solution[C], region.low, region.high)


def nearest_where_behind(region: Region, start: Floats, slopes: Floats, counted: Floats) -> Floats | None:
    """Return the weights nearest to some (least ½Σ|w − start|) with Σw·slopes ≤ 0; None if the region has none.

    The classes that count must keep some weight, as without any both averages would be undefined.
    """
    from scipy import sparse  # noqa: PLC0415

    C = len(start)
    order, identity = _order(region), sparse.eye_array(C)
    apart = sparse.csr_array((order.shape[0], C))
    rows = sparse.vstack(
        [
            sparse.hstack([order, apart]),
            sparse.hstack([identity, -identity]),
            sparse.hstack([-identity, -identity]),
            sparse.csr_array(np.append(_scaled(slopes), np.zeros(C))[None]),
            sparse.csr_array(np.append(-counted.astype(np.float64), np.zeros(C))[None]),
        ]
    )
    limits = np.concatenate([np.zeros(order.shape[0]), start, -start, [0.0], [-LEAST_COUNTED]])
    bounds = np.concatenate([np.stack([region.low, region.high], axis=1), np.tile([0.0, 1.0], (C, 1))])
    equal = np.append(np.ones(C), np.zeros(C))[None]
    solution = _solved(np.append(np.zeros(C), np.ones(C)), (equal, [1.0]), rows, bounds, limits)
    return None if solution is None else np.clip(solution[:C], region.low, region.high)


def inner_point(region: Region) -> Floats:
    """Return weights as far from all ends and ties as can be."""
    from scipy import sparse  # noqa: PLC0415

    C, free = len(region.low), (region.high > region.low).astype(np.float64)[:, None]
    order, identity = _order(region), sparse.eye_array(C)
    rows = sparse.vstack(
        [
            sparse.hstack([order, sparse.csr_array(np.ones((order.shape[0], 1)))]),
            sparse.hstack([identity, sparse.csr_array(free)]),
            sparse.hstack([-identity, sparse.csr_array(free)]),
        ]
    )
    limits = np.concatenate([np.zeros(order.shape[0]), region.high, -region.low])
    equal = np.append(np.ones(C), 0.0)[None]
    solution = _solved(np.append(np.zeros(C), -1.0), (equal, [1.0]), rows, (0, 1), limits)
    if solution is None:
        raise ValueError("no weights agree with what was said.")
    return np.clip(solution[:C], region.low, region.high)


def _scaled(objective: Floats) -> Floats:
    """Bring the largest entry to 1, as tolerances are absolute."""
    largest = np.abs(objective).max()
    return objective / largest if largest > 0 else objective


def _order(region: Region) -> Any:
    """Return a row for each pair, w_less − w_more ≤ 0."""
    from scipy import sparse  # noqa: PLC0415

    pairs = np.array(region.pairs, dtype=np.intp).reshape(-1, 2)
    rows = np.repeat(np.arange(len(pairs)), 2)
    values = np.tile([1.0, -1.0], len(pairs))
    return sparse.csr_array((values, (rows, pairs.ravel())), shape=(len(pairs), len(region.low)))


def _solved(objective: Floats, equal: Any, below: Any, bounds: Any, limits: Any = None) -> Floats | None:
    """Return where the objective is least; None if nothing satisfies the constraints."""
    from scipy.optimize import linprog  # noqa: PLC0415

    some = below.shape[0] > 0
    outcome = linprog(
        objective,
        A_eq=equal[0],
        b_eq=equal[1],
        A_ub=below if some else None,
        b_ub=(np.zeros(below.shape[0]) if limits is None else limits) if some else None,
        bounds=bounds,
        method="highs-ds",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )
    if outcome.status == 2:
        return None
    if outcome.status != 0:
        raise ValueError(f"the linear programme over the weights was not solved: {outcome.message}")
    return np.asarray(outcome.x)


# The vertices of a region: all of them where they are few, else those that a linear programme finds.


MOST_SEARCHED = 50
"""Free classes up to which the vertices of the least and greatest weight of each class are found; else as many pairs of
random directions are followed, always the same ones."""


def corners_of(region: Region, simplices: Sequence[Floats]) -> tuple[Floats, bool]:
    """Return weights of the region, (V, C), and whether all its vertices are among them.

    `simplices` are those that the region is made of.
    """
    if region.is_point:
        return region.low[None], True
    if len(simplices):
        return simplices[0] if len(simplices) == 1 else np.unique(np.concatenate(simplices), axis=0), True
    one = np.eye(len(region.low))[region.free]
    directions = np.concatenate([one, -one])
    if len(one) > MOST_SEARCHED:
        directions = np.random.default_rng(0).standard_normal((2 * MOST_SEARCHED, len(region.low)))
    return np.unique([farthest(region, direction) for direction in directions], axis=0), False
