"""Means over items at many places, such as thresholds: how they vary together, and a band that holds at all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from steelyard.intervals.interval import standard_errors_within
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Positions

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
