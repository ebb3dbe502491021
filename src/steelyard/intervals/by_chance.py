"""How little a few items tell of two models: of d items, all may speak for the same one by chance, once in 2ᵈ."""

from __future__ import annotations

import math
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.units import Units
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_ROUNDS = 3
"""How often all pairs are gone through: an exchange may bring one of them before a third."""

ROUNDING = 1e-9
"""So that three quarters of a thousand draws are not 749."""


def by_chance(units: Units, a: int, b: int, telling: float = math.inf) -> float:
    """Return how likely all items, or groups, that two models answer differently speak for the same one by chance.

    `telling`: how many of them matter, at most.
    """
    return float(0.5 ** max(min(telling, units.telling_apart(a, b)), 1.0))


def by_chance_of_pairs(units: Units) -> Floats:
    """Return the same for all pairs of models, (models, models)."""
    found = np.zeros((units.models, units.models))
    for a, b in combinations(range(units.models), 2):
        found[a, b] = found[b, a] = by_chance(units, a, b)
    return found


def least_of(of_pairs: Floats, observed: Floats) -> Floats:
    """Return the least share of draws in which model a is not ahead of b, (models, models, ...).

    That is what few items leave to chance, (models, models), and a half if a is not ahead in the data, (models, ...),
    larger better: what is beforehand does not turn an order that was observed.
    """
    behind = ~(observed[:, None] > observed[None, :])
    by_chance_alone = of_pairs.reshape(of_pairs.shape + (1,) * (observed.ndim - 1))
    return np.maximum(by_chance_alone, 0.5 * behind)


def exchanged(values: Floats, least: Floats) -> Floats:
    """Return drawn values, (draws, models, ...), larger better, in which no model is ahead of another too often.

    Of the draws in which a is ahead of b, those with the smallest lead change the values of the two, as many as it
    takes that a is not ahead in `least`, (models, models, ...), of all. A model that few items tell from several
    others, which are alike, so falls behind them in the same draws.

    Examples
    --------
    >>> import numpy as np
    >>> exchanged(np.array([[9, 1], [9, 2], [9, 3], [9, 4]]), np.array([[0, 0.25], [0.25, 0]])).tolist()
    [[9.0, 1.0], [9.0, 2.0], [9.0, 3.0], [4.0, 9.0]]
    """
    found = np.array(values, dtype=np.float64)
    by_place = found.reshape(*found.shape[:2], -1)
    most = ((1 - least) * len(found) + ROUNDING).astype(np.intp).reshape(*least.shape[:2], -1)
    for _ in range(MOST_ROUNDS):
        if not sum(_exchange(by_place, a, b, most[a, b]) for a, b in permutations(range(len(least)), 2)):
            break
    return found


def _exchange(values: Floats, a: int, b: int, most: NDArray[np.intp]) -> int:
    """Exchange two models where the first is ahead in more draws than it may be; return in how many."""
    lead = values[:, a] - values[:, b]
    too_many = (lead > 0).sum(axis=0) - most
    places = np.flatnonzero(too_many > 0)
    if not len(places):
        return 0
    leads = np.ascontiguousarray(lead.T[places])
    leads[~(leads > 0)] = np.inf
    some = np.argpartition(leads, too_many.max() - 1, axis=1)[:, : too_many.max()]
    order = np.take_along_axis(some, np.argsort(np.take_along_axis(leads, some, axis=1), axis=1), axis=1)
    which = np.arange(order.shape[1]) < too_many[places, None]
    draws, at = order[which], np.broadcast_to(places[:, None], order.shape)[which]
    values[draws, a, at], values[draws, b, at] = values[draws, b, at], values[draws, a, at]
    return len(draws)
