"""The rounds of Dual-LexiBoost: items are weighted by the dual of stage 2, and the next round learns from these."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.classifiers.lexiboost.programs import class_losses, least_losses
from steelyard_papers.classifiers.lexiboost.settled import settled_items, settled_rounds
from steelyard_papers.classifiers.lexiboost.voting import elected
from steelyard_papers.type_names import Floats

ROUNDING = 1e-9
"""What a sum of weights may be off by."""


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """What was learned.

    Attributes
    ----------
    weights
        The weights of the items (columns) in each round (row); each row sums to 1.
    alphas
        The weight of each round.
    least
        z_j of each class.
    c
        By how much a class's mean loss exceeds its least z_j/n_j, at most.
    """

    weights: Floats
    alphas: Floats
    least: Floats
    c: float


def learned(neighbours: NDArray[np.intp], classes: NDArray[np.intp], n_rounds: int) -> Rounds:
    """Learn so many rounds, or fewer where one would be worse than a coin, a copy of another, or not needed.

    Parameters
    ----------
    neighbours
        A row for each item: its nearest other items, nearest first. They vote on it in every round.
    classes
        The place of each item's class.
    n_rounds
        How many rounds at most.
    """
    sizes = np.bincount(classes)
    weights, margins = [1 / (len(sizes) * sizes[classes])], np.empty((len(classes), 0), dtype=np.int8)
    while True:
        right = elected(neighbours, classes, weights[-1], len(sizes)) == classes
        if margins.shape[1] and weights[-1] @ right < 1 / 2 - ROUNDING:
            weights.pop()
            break
        margins = np.column_stack([margins, np.where(right, 1, -1).astype(np.int8)])
        if len(weights) == n_rounds:
            break
        following = _following(margins, classes)
        if following is None or any(np.allclose(following, known, rtol=1e-6, atol=1e-12) for known in weights):
            break
        weights.append(following)
    least = least_losses(margins, classes)
    final = settled_rounds(margins, classes, least)
    return Rounds(np.array(weights), final.alphas, least, final.c)


def _following(margins: NDArray[np.int8], classes: NDArray[np.intp]) -> Floats | None:
    """Return the weights of the items in the next round; None where the rounds so far leave no error."""
    least = least_losses(margins, classes)
    alphas = settled_rounds(margins, classes, least).alphas
    if not (class_losses(margins, classes) @ alphas > ROUNDING).any():
        return None
    items = settled_items(margins, classes, least, alphas).items
    return items / items.sum()
