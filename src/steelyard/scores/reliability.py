"""Can probabilities of a class be believed: the parts of its Brier score, and the calibration error in bins.

The parts are those of CORP (Dimitriadis, Gneiting & Jordan 2021): isotonic regression recalibrates the probabilities,
and needs no bins. Of one class, Brier score = miscalibration − discrimination + uncertainty, exactly. Their slopes are
exact as well: what is fitted is a least squares fit, so that a weight moves it only to the second order.

Miscalibration and calibration error are no less than 0, and chance moves them up. So they have no interval here.
"""

from __future__ import annotations

import numpy as np

from steelyard.scores.slopes import Ranking, Sloped, recalibrated
from steelyard.type_names import Floats


def _loss(ranked: Ranking, guess: Floats) -> Sloped:
    """Return the mean squared distance of a guess for each step from the truth, the guess held fixed."""
    hit, other = (1 - guess) ** 2, guess**2
    total = ranked.weights.sum()
    value = float((ranked.found @ hit + ranked.false @ other) / total)
    return Sloped(value, ranked.in_place(hit - value, other - value) / total)


def _less(first: Sloped, second: Sloped) -> Sloped:
    return Sloped(first.value - second.value, first.slopes - second.slopes)


def _share(ranked: Ranking) -> Floats:
    return np.full(len(ranked.levels), ranked.found.sum() / ranked.weights.sum())


def squared_error(ranked: Ranking) -> Sloped:
    """Return the Brier score of one class: the mean squared distance of its probability from the truth."""
    return _loss(ranked, ranked.levels)


def miscalibration(ranked: Ranking) -> Sloped:
    """Return what recalibration would take off the Brier score.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.reliability import miscalibration
    >>> from steelyard.scores.slopes import Ranking
    >>> miscalibration(Ranking.of(np.array([0.5, 0.5]), np.array([True, True]), np.ones(2))).value
    0.25
    """
    return _less(squared_error(ranked), _loss(ranked, recalibrated(ranked)))


def discrimination(ranked: Ranking) -> Sloped:
    """Return how much better recalibrated probabilities are than the share of the class for all items."""
    return _less(uncertainty(ranked), _loss(ranked, recalibrated(ranked)))


def uncertainty(ranked: Ranking) -> Sloped:
    """Return the Brier score of the share of the class for all items."""
    return _loss(ranked, _share(ranked))


def bins_of_equal_mass(ranked: Ranking, bins: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return of each bin that has items: their weight, as how many items they count, mean probability, share of class.

    Items of equal score stay together, in the bin of their middle.
    """
    taken = ranked.found + ranked.false
    middle = (np.cumsum(taken) - taken / 2) / taken.sum()
    place = np.minimum((middle * bins).astype(np.intp), bins - 1)
    weight, probability, right = (
        np.bincount(place, weights=each, minlength=bins) for each in (taken, taken * ranked.levels, ranked.found)
    )
    squares = np.bincount(place[ranked.step], weights=ranked.weights**2, minlength=bins)
    held = weight > 0
    weight = weight[held]
    return weight, weight**2 / squares[held], probability[held] / weight, right[held] / weight


def calibration_error(ranked: Ranking, bins: int) -> Sloped:
    """Return the root mean squared calibration error, without what chance within bins adds (Kumar et al. 2019).

    A bin averages over its items, so that what is too high here and too low there within one is not seen: more bins
    see more, and the value is a lower bound. It has no slopes.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.reliability import calibration_error
    >>> from steelyard.scores.slopes import Ranking
    >>> half = Ranking.of(np.full(4, 0.75), np.array([True, True, True, True]), np.ones(4))
    >>> calibration_error(half, 1).value
    0.25
    """
    weight, count, probability, right = bins_of_equal_mass(ranked, bins)
    chance = right * (1 - right) / np.maximum(count - 1, 1)  # a bin of one item does not tell its chance
    squared = float(weight @ ((probability - right) ** 2 - chance) / weight.sum())
    return Sloped(max(squared, 0.0) ** 0.5, np.zeros(len(ranked.order)))
