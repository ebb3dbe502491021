"""Which of the best solutions of stage 2 is taken, where the linear programmes leave a choice.

What they leave open is much. A class's loss is linear in α (`class_losses`), so stage 2 is a matrix game:

- An item that every round is right on may weigh anything from 0 to v_j/n_j. (Any other may weigh v_j/n_j.)
- Where one round is best for every class (c = 0), as after the first round, v may be anything.
- Rounds that err on the same numbers of items may share α in any way.

A solver returns a corner of all this that depends on its version. So here is a rule, with one answer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.classifiers.lexiboost.programs import (
    ItemWeights,
    RoundWeights,
    class_losses,
    stage_two_dual,
    stage_two_primal,
)
from steelyard_papers.type_names import Floats

EVER_RIGHT = 0.5
"""The weight of an item that every round is right on, from 0 to 1, the most it may have: the middle.

At 1, rounds differ by the weights of the classes alone. At 0, what is left are the items that are hard to get right,
and the next round is mostly worse than a coin.
"""

SLACK = 1e-12
"""By how much a solution may fall short of the best, for rounding."""

NOTHING = 1e-9
"""Weights that rounding leaves in place of 0."""


def settled_rounds(margins: NDArray[np.int8], classes: NDArray[np.intp], least: Floats) -> RoundWeights:
    """Return the best weights of the rounds that are nearest to the first round alone, and c."""
    excess = _excess(margins, classes, least)
    result = stage_two_primal(margins, classes, least).alphas
    c = float((excess @ result).max())
    first = np.eye(len(result))[0]
    return RoundWeights(nearest_shares(first, -excess, np.full(len(excess), -c)), c)


def settled_items(margins: NDArray[np.int8], classes: NDArray[np.intp], least: Floats, alphas: Floats) -> ItemWeights:
    """Return the best weights of the items by this rule.

    Of the best v, the nearest to the classes' shares of the loss that the rounds leave, when weighed by `alphas`; u_i
    is v_j/n_j for an item that some round is wrong on, and half of this for one that all rounds are right on.
    """
    excess = _excess(margins, classes, least)
    result = stage_two_dual(margins, classes, least).classes
    c = float((result @ excess).min())
    left = class_losses(margins, classes) @ alphas
    v = nearest_shares(left / left.sum(), excess.T, np.full(excess.shape[1], c))
    most = (v / np.bincount(classes))[classes]
    return ItemWeights(np.where((margins > 0).all(axis=1), EVER_RIGHT * most, most), v, c)


def nearest_shares(target: Floats, rows: Floats, least: Floats) -> Floats:
    """Return the shares x (x ≥ 0, Σx = 1) with rows·x ≥ least that are nearest to others; there must be some.

    With x = target + B·s, where the columns of B span the directions in which shares can change, this is least
    distance programming: min ‖s‖ subject to G·s ≥ h, which is a problem of non-negative least squares (Lawson &
    Hanson 1974, chapter 23).

    Examples
    --------
    >>> nearest_shares(np.array([0.2, 0.8]), np.array([[1.0, 0.0]]), np.array([0.5])).round(6)
    array([0.5, 0.5])
    """
    from scipy.optimize import nnls  # noqa: PLC0415

    count = len(target)
    sides = np.vstack([rows, np.eye(count)])
    short = np.append(least - SLACK, np.zeros(count)) - sides @ target
    if (short <= 0).all():
        return target
    directions = np.linalg.svd(np.ones((1, count)))[2][1:].T
    slopes = sides @ directions
    steep = np.linalg.norm(slopes, axis=1)
    steep[steep == 0] = 1
    system = np.vstack([slopes.T, short]) / steep
    goal = np.append(np.zeros(count - 1), 1.0)
    left = system @ nnls(system, goal)[0] - goal
    nearest = target - directions @ (left[:-1] / left[-1])
    nearest[nearest < NOTHING] = 0
    shares: Floats = nearest / nearest.sum()
    return shares


def _excess(margins: NDArray[np.int8], classes: NDArray[np.intp], least: Floats) -> Floats:
    """Return for each class (row) and round (column) by how much the mean loss exceeds the least."""
    return class_losses(margins, classes) - (least / np.bincount(classes))[:, np.newaxis]
