"""What every threshold makes of scores, as steps; and means over items at all of them, with a band that holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from steelyard.decisions.rule import unrounded
from steelyard.intervals.interval import standard_errors_within
from steelyard.scores.slopes import Ranking
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Positions

# Thresholds, and what weights fix them.


def at_even_shares(positive: Floats, share: float) -> Floats:
    """Return probabilities of the positive class as they would be if both classes were equally frequent.

    Weights w and shares π decide for the positive class where p ≥ (w₀/π₀) / (w₀/π₀ + w₁/π₁); in these
    probabilities that threshold is w₀ itself.
    """
    for_it, against = positive / share, (1 - positive) / (1 - share)
    return np.asarray(for_it / (for_it + against))


def threshold_of(weight: Any, share: float) -> Any:
    """Return the threshold on the probabilities of the positive class that its weight fixes at its share.

    Examples
    --------
    >>> round(threshold_of(0.9, 0.1), 3), threshold_of(0.5, 0.1), threshold_of(0.3, 0.3)
    (0.012, 0.1, 0.5)
    """
    against, for_it = (1 - weight) * share, weight * (1 - share)
    return unrounded(against / (against + for_it))


# What each item costs or gains, taken for positive or not, at a threshold t.


def costs(taken: Any, positive: Any, t: Any) -> Floats:
    """Return t for a false alarm, 1 − t for a missed positive, else 0: t is then the threshold that costs least."""
    return np.asarray(np.where(positive, (1 - t) * ~taken, t * taken))


def benefits(taken: Any, positive: Any, t: Any) -> Floats:
    """Return 1 for a true positive, −t / (1 − t) for a false alarm, else 0 (Vickers & Elkin 2006)."""
    return np.asarray(np.where(positive, 1.0, -t / (1 - t)) * taken)


# What every threshold makes of scores: recall and false alarms, step by step.


@dataclass(frozen=True, eq=False)
class Steps:
    """The rule "positive if the probability is at least t", for every t.

    Attributes
    ----------
    thresholds
        The probabilities that occur, falling.
    recall, false_rate
        The share of the positive items, and of the others, at or above each of them.
    share
        The share of the positive class.

    Examples
    --------
    >>> import steelyard as sy
    >>> given = sy.scores.Scores.of([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
    >>> steps = Steps.of(given, "model", 1)
    >>> steps.thresholds.tolist(), steps.recall.tolist(), steps.false_rate.tolist()
    ([0.8, 0.4, 0.35, 0.1], [0.5, 0.5, 1.0, 1.0], [0.0, 0.5, 0.5, 1.0])
    """

    thresholds: Floats
    recall: Floats
    false_rate: Floats
    share: float

    @classmethod
    def of(cls, scores: Scores, model: str, place: int, share: float | None = None) -> Steps:
        """Sort one model's column of a class; `share` is that of the class, as counted if not given."""
        column = scores.columns[model][:, place]
        ranked = Ranking(column, scores.truth == place, scores.item_weights)
        first = np.flatnonzero(np.diff(ranked.step, prepend=-1))
        counted = float(scores.support[place] / scores.support.sum())
        recall, false = (np.cumsum(each) / each.sum() for each in (ranked.found, ranked.false))
        return cls(column[ranked.order][first], recall, false, counted if share is None else share)

    def precision(self) -> Floats:
        """Return the precision at each threshold that occurs, at these class shares; NaN where no item has weight."""
        right, wrong = self.share * self.recall, (1 - self.share) * self.false_rate
        with np.errstate(invalid="ignore"):
            return np.asarray(right / (right + wrong))

    def least_weighted_error(self, weight: Any) -> Floats:
        """Return the error of both classes by their weights, at the best threshold for each.

        `weight` is that of the positive class. It is the lower envelope of Drummond & Holte (2006), who call the
        weight probability-cost.
        """
        w = np.asarray(weight, dtype=np.float64)[:, None]
        corners = _hull(np.append(0.0, self.false_rate), np.append(0.0, self.recall))
        return np.asarray((w * (1 - corners[1]) + (1 - w) * corners[0]).min(axis=1))


def _hull(false: Floats, recall: Floats) -> Floats:
    """Return the corners of the ROC curve's convex hull, at which alone a threshold can be the best."""
    corners: list[tuple[float, float]] = []
    for x, y in zip(false.tolist(), recall.tolist(), strict=True):
        while len(corners) > 1:
            (a, b), (c, d) = corners[-2:]
            if (d - b) * (x - a) > (y - b) * (c - a):
                break
            corners.pop()
        corners.append((x, y))
    return np.array(corners).T


# Means over items at many thresholds together, with a band that holds at all of them.


DRAWS = 4_000
"""From which the width of a band is taken."""

ROUNDING = 1e-12
"""Differences up to it are none."""


class Cells(NamedTuple):
    """Items that every threshold treats alike, as one: of each model a probability, the class, and what they weigh.

    `squares` are the sums of the squared weights, which variances need.
    """

    columns: tuple[Floats, ...]
    truth: Positions
    weights: Floats
    squares: Floats


def cells_of(scores: Scores, columns: Sequence[Floats], cuts: Floats) -> Cells:
    """Return the items of one or two models by what thresholds make of them: few cells, however many items there are.

    Examples
    --------
    >>> import steelyard as sy
    >>> given = sy.scores.Scores.of([0, 0, 1, 1], [0.1, 0.2, 0.7, 0.8], positive=1)
    >>> cells = cells_of(given, [given.columns["model"][:, 1]], np.array([0.5, 0.9]))
    >>> cells.truth.tolist(), cells.weights.tolist(), cells.columns[0].tolist()
    ([0, 1], [2.0, 2.0], [-inf, 0.5])
    """
    rising = np.sort(cuts)
    steps = np.append(-np.inf, rising)
    shape = (len(scores.labels), *(len(steps),) * len(columns))
    reached = [np.searchsorted(rising, column, side="right") for column in columns]
    codes = np.ravel_multi_index((scores.truth, *reached), shape)
    total = math.prod(shape)
    seen = np.flatnonzero(np.bincount(codes, minlength=total))
    weights, squares = (
        np.bincount(codes, weights=scores.item_weights**power, minlength=total)[seen].astype(np.float64)
        for power in (1, 2)
    )
    truth, *places = np.unravel_index(seen, shape)
    return Cells(tuple(steps[place] for place in places), truth, weights, squares)


def unseen(scores: Scores, parts: Floats | None, most: Floats) -> Floats:
    """Return the variance, at each place, of one more item of each class that has the most it may have.

    It is added to what was seen: a class of which no item was decided wrongly does not show that none would be.
    """
    return np.asarray((_factors(scores, parts) ** 2 * _squares(scores) / scores.sizes) @ most**2)


def _factors(scores: Scores, parts: Floats | None) -> Floats:
    """Return what the weight of an item is multiplied with in a mean, by its class."""
    return np.full(len(scores.labels), 1 / scores.support.sum()) if parts is None else parts / scores.support


def _squares(scores: Scores) -> Floats:
    return np.bincount(scores.truth, weights=scores.item_weights**2, minlength=len(scores.labels)).astype(np.float64)


class Sums:
    """Sums over items, class by class, from which their means at each place vary as `Sample` has it of one value.

    Parameters
    ----------
    scores
        The items.
    places
        How many places there are.
    """

    def __init__(self, scores: Scores, places: int) -> None:
        C = len(scores.labels)
        self.scores = scores
        self.once, self.squared = np.zeros((C, places)), np.zeros((C, places))
        self.crossed = np.zeros((C, places, places))

    def add(self, values: Floats, truth: Positions, weights: Floats, squares: Floats) -> None:
        """Add items, or cells of them: what each has at each place, its class, and what it weighs."""
        for k in range(len(self.once)):
            own = truth == k
            v, b = values[own], squares[own, None]
            self.once[k] += weights[own] @ v
            self.squared[k] += (b * v).sum(axis=0)
            self.crossed[k] += (b * v).T @ v

    def means(self, parts: Floats | None, most: Floats) -> Means:
        """Return the means at each place.

        Parameters
        ----------
        parts
            What each class counts, whatever its size; None if every item counts the same.
        most
            What an item of a class may have at most, (classes, places); see `unseen`.
        """
        scores, factor = self.scores, _factors(self.scores, parts)
        squares = _squares(scores)
        value = factor @ self.once
        middle = np.broadcast_to(value, self.once.shape) if parts is None else self.once / scores.support[:, None]
        covariance = np.diag(unseen(scores, parts, most))
        for k, n in enumerate(scores.sizes.tolist()):
            mean = self.squared[k] / squares[k]
            inside = (self.crossed[k] - squares[k] * np.outer(mean, mean)) * (n / (n - 1) if n > 1 else 1.0)
            between = squares[k] * np.outer(mean - middle[k], mean - middle[k])
            covariance += factor[k] ** 2 * (inside + between)
        none = np.einsum("kss->s", self.crossed) <= ROUNDING
        return Means(value, covariance, float(min(scores.sizes.min() - 1, scores.items - 2)), none)


@dataclass(frozen=True, eq=False)
class Means:
    """Means at each place, their covariance, how many items tell it, less one, and where no item has anything."""

    values: Floats
    covariance: Floats
    degrees: float
    none: np.ndarray[tuple[int], np.dtype[np.bool_]]

    @cached_property
    def errors(self) -> Floats:
        """The standard error at each place."""
        return np.sqrt(np.maximum(np.diagonal(self.covariance), 0.0))

    @cached_property
    def apart(self) -> Floats:
        """How many standard errors each is from 0."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(np.abs(self.values) <= ROUNDING, 0.0, self.values / self.errors)

    def reach_of_each(self, confidence: float) -> float:
        """Return how many standard errors an interval reaches that holds at one place."""
        return standard_errors_within(confidence, self.degrees) if self.degrees >= 1 else math.inf

    def reach_of_all(self, confidence: float) -> float:
        """Return how many standard errors a band reaches that holds at all places: the largest |t| of draws."""
        told = self.errors > ROUNDING
        if self.degrees < 1 or not told.any():
            return math.inf
        correlation = self.covariance[np.ix_(told, told)] / np.outer(self.errors[told], self.errors[told])
        values, vectors = np.linalg.eigh(correlation)
        rng = np.random.default_rng(0)
        normal = rng.standard_normal((DRAWS, int(told.sum()))) @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
        spread = np.sqrt(rng.chisquare(self.degrees, DRAWS) / self.degrees)
        return float(np.quantile(np.abs(normal).max(axis=1) / spread, confidence))
