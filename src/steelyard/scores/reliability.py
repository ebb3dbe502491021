"""Can probabilities of a class be believed: the parts of its Brier score, and the calibration error in bins.

The parts are those of CORP (Dimitriadis, Gneiting & Jordan 2021): isotonic regression recalibrates the probabilities,
and needs no bins. Of one class, Brier score = miscalibration − discrimination + uncertainty, exactly. Their slopes are
exact as well: what is fitted is a least squares fit, so that a weight moves it only to the second order.

Miscalibration and calibration errors are no less than 0, and chance moves them up. So they have no interval here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard.scores.slopes import Ranking, Sloped, recalibrated
from steelyard.type_names import Floats, Positions


def _loss(ranked: Ranking, guess: Floats) -> Sloped:
    """Return the mean squared distance of a guess for each step from the truth, the guess held fixed."""
    hit, other = (1 - guess) ** 2, guess**2
    total = ranked.weights.sum()
    value = float((ranked.found @ hit + ranked.false @ other) / total)
    return Sloped(value, lambda: ranked.in_place(hit - value, other - value) / total)


def _less(first: Sloped, second: Sloped) -> Sloped:
    return Sloped(first.value - second.value, lambda: first.slopes - second.slopes)


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
    >>> miscalibration(Ranking(np.array([0.5, 0.5]), np.array([True, True]), np.ones(2))).value
    0.25
    """
    return _less(squared_error(ranked), _loss(ranked, recalibrated(ranked)))


def discrimination(ranked: Ranking) -> Sloped:
    """Return how much better recalibrated probabilities are than the share of the class for all items."""
    return _less(uncertainty(ranked), _loss(ranked, recalibrated(ranked)))


def uncertainty(ranked: Ranking) -> Sloped:
    """Return the Brier score of the share of the class for all items."""
    return _loss(ranked, _share(ranked))


class Bins(NamedTuple):
    """Of each bin that has items: their weight, as how many items they count, mean probability, share of the class."""

    weight: Floats
    items: Floats
    probability: Floats
    right: Floats


def _binned(ranked: Ranking, place: Positions) -> Bins:
    """Return the bins, given that of each step."""
    taken, many = ranked.found + ranked.false, int(place.max(initial=0)) + 1

    def total(each: Floats) -> Floats:
        return np.bincount(place, weights=each, minlength=many).astype(np.float64)

    weight, squares = total(taken), np.bincount(place[ranked.step], weights=ranked.weights**2, minlength=many)
    held = weight > 0
    weight = weight[held]
    return Bins(
        weight,
        weight**2 / squares[held],
        total(taken * ranked.levels)[held] / weight,
        total(ranked.found)[held] / weight,
    )


def bins_of_equal_mass(ranked: Ranking, bins: int) -> Bins:
    """Return bins that hold as much weight each; items of equal score stay together, in the bin of their middle."""
    return _binned(ranked, places_of_equal_mass(ranked.found + ranked.false, bins))


def places_of_equal_mass(mass: Floats, bins: int) -> Positions:
    """Return the bin of each step of equal scores, given what its items weigh: that of its middle."""
    middle = (np.cumsum(mass) - mass / 2) / mass.sum()
    return np.minimum((middle * bins).astype(np.intp), bins - 1)


def bins_of_equal_width(ranked: Ranking, bins: int) -> Bins:
    """Return bins of probabilities from 0 to 1/bins, from there to 2/bins and so on, each with its upper end."""
    return _binned(ranked, np.clip(np.ceil(ranked.levels * bins) - 1, 0, bins - 1).astype(np.intp))


def _without_slopes(value: float, ranked: Ranking) -> Sloped:
    return Sloped(value, lambda: np.zeros(len(ranked.order)))


def expected_calibration_error(ranked: Ranking, bins: int) -> Sloped:
    """Return how far the mean probability of a bin is from the share of the class there, on average over items.

    Chance alone makes it positive, the more so the more bins there are. It has no slopes.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.reliability import expected_calibration_error
    >>> from steelyard.scores.slopes import Ranking
    >>> scores, right = np.array([0.9, 0.8, 0.3, 0.1]), np.array([True, False, False, False])
    >>> round(expected_calibration_error(Ranking(scores, right, np.ones(4)), 2).value, 4)  # (|.85 − .5| + .2) / 2
    0.275
    """
    held = bins_of_equal_width(ranked, bins)
    return _without_slopes(float(held.weight @ abs(held.probability - held.right) / held.weight.sum()), ranked)


def rms_calibration_error(ranked: Ranking, bins: int) -> Sloped:
    """Return the root mean squared calibration error, without what chance within bins adds (Kumar et al. 2019).

    A bin averages over its items, so that what is too high here and too low there within one is not seen: more bins
    see more, and the value is a lower bound. It has no slopes.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.scores.reliability import rms_calibration_error
    >>> from steelyard.scores.slopes import Ranking
    >>> rms_calibration_error(Ranking(np.full(4, 0.75), np.full(4, True), np.ones(4)), 1).value
    0.25
    """
    held = bins_of_equal_mass(ranked, bins)
    chance = held.right * (1 - held.right) / np.maximum(held.items - 1, 1)  # a bin of one item does not tell its chance
    squared = float(held.weight @ ((held.probability - held.right) ** 2 - chance) / held.weight.sum())
    return _without_slopes(max(squared, 0.0) ** 0.5, ranked)
