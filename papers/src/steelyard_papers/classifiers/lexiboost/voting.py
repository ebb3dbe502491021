"""The weighted nearest-neighbour rule: neighbours add up their weights, and the heaviest class wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

TIED = 1e-6
"""Classes whose weights differ by less, relative to the heaviest, are tied: weights come from rounded solutions."""


def elected(
    neighbours: NDArray[np.intp], classes: NDArray[np.intp], weights: NDArray[np.float64], n_classes: int
) -> NDArray[np.intp]:
    """Return the place of the class that each item's neighbours elect.

    Of tied classes, the one with the nearest neighbour wins; where all neighbours weigh nothing, all are tied.

    Parameters
    ----------
    neighbours
        A row for each item: its neighbours among the trained items, nearest first.
    classes, weights
        Of each trained item the place of its class, and its weight.
    n_classes
        How many classes there are.

    Examples
    --------
    >>> classes, weights = np.array([0, 0, 1]), np.array([1.0, 1.0, 2.0])
    >>> elected(np.array([[0, 1, 2], [2, 0, 1]]), classes, weights, 2)  # 2 against 2
    array([0, 1])
    """
    items = np.arange(len(neighbours))[:, np.newaxis]
    voted = classes[neighbours]
    cells = (items * n_classes + voted).ravel()
    total = np.bincount(cells, weights[neighbours].ravel(), len(items) * n_classes).reshape(-1, n_classes)
    heaviest = total >= total.max(axis=1, keepdims=True) * (1 - TIED)
    nearest = heaviest[items, voted].argmax(axis=1)
    winners: NDArray[np.intp] = voted[items[:, 0], nearest]
    return winners
