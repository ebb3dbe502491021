"""What a model's own probabilities imply of its losses: how they would vary if every truth came as they say.

A few items that hardly any sample has may make most of a loss. The losses that were seen then vary too little; the
probabilities tell what might have come instead.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from steelyard.scores.arrays import arrays_of
from steelyard.scores.certainty import ROUNDING
from steelyard.scores.metric import ScoreMetric
from steelyard.scores.table import Scores
from steelyard.type_names import Floats

MOST_CLASSES = 50
"""Beyond, what each class would have lost is too much to compute, and nothing is implied."""

MOST_CELLS = 100_000_000
"""Numbers that are looked at, about: of each item, the losses by all probabilities if it were of each class."""

IMPLIED = 3
"""How many sums of each class there are."""


def implied_sums(losses_if: Callable[[int], Floats], columns: Floats, weights: Floats) -> Floats:
    """Return the sums of w · p, w · p · loss and w · p · loss² of each class, as if it were the truth of every item.

    Infinite losses are left out: they are of what has the probability 0.

    Parameters
    ----------
    losses_if
        What each item loses if it is of a class, given the place of the class.
    columns, weights
        The probabilities, and what each item weighs.

    Examples
    --------
    >>> given = np.array([[0.75, 0.25]])
    >>> implied_sums(lambda k: 1 - given[:, k], given, np.ones(1)).tolist()
    [[0.75, 0.1875, 0.046875], [0.25, 0.1875, 0.140625]]
    """
    xp, classes = arrays_of(columns), columns.shape[1]
    if classes > MOST_CLASSES:
        return np.zeros((classes, IMPLIED))
    sums = []
    for k in range(classes):
        p, losses = weights * columns[:, k], losses_if(k)
        losses = xp.where(xp.isfinite(losses), losses, 0.0)
        sums.append(xp.stack([p.sum(), p @ losses, p @ losses**2]))
    return np.asarray(xp.host(xp.stack(sums)))


def implied_of(scores: Scores, metric: ScoreMetric, model: str, other: str | None = None) -> Floats:
    """Return the sums of one model's losses, or of how they differ from another's, by what both say on average.

    Of very many items of many classes, some tell what probabilities imply: what counts are the proportions of the sums.
    """
    some = scores.each_nth(-(-len(scores.truth) * len(scores.labels) ** 2 // MOST_CELLS))
    columns, weights = some.columns[model], some.item_weights
    if other is None:
        return implied_sums(lambda k: some.each_item_if(metric, model, k), columns, weights)
    with np.errstate(invalid="ignore"):  # both infinite, of what both give the probability 0
        return implied_sums(
            lambda k: some.each_item_if(metric, model, k) - some.each_item_if(metric, other, k),
            (columns + some.columns[other]) / 2,
            weights,
        )


def implied_variance(sums: Floats, squares: float, total: float) -> float:
    """Return the variance of a mean loss, or of a difference of such, that probabilities imply.

    Parameters
    ----------
    sums
        As `implied_sums` has them, of the classes that the mean is of.
    squares, total
        The sums of the squared weights and of the weights of the items of these classes.

    Examples
    --------
    >>> implied_variance(np.array([[0.75, 0.1875, 0.046875], [0.25, 0.1875, 0.140625]]), 1.0, 1.0)  # ¼ or ¾, mean ⅜
    0.046875
    """
    weight, once, twice = sums.sum(axis=0)
    if not (weight > 0 and total > 0):
        return 0.0
    mean = once / weight
    apart = twice / weight - mean**2
    return float(apart * squares / total**2) if apart > ROUNDING * mean**2 else 0.0
