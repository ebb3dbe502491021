"""The mean of a number over data sets, or the difference of two such means, with its interval by Student's t."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

CONFIDENCE = 0.95
FEWEST = 2
"""Data sets, for an interval."""


@dataclass(frozen=True, slots=True)
class OverSets:
    """A mean over data sets.

    Attributes
    ----------
    mean
        NaN if there is no data set.
    low, high
        Its interval of 95 %; NaN with one data set.
    sets
        How many data sets there are.
    """

    mean: float
    low: float
    high: float
    sets: int

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return not math.isnan(self.low)

    @property
    def sign(self) -> int:
        """1 if the mean is above 0 beyond chance, −1 if below, else 0."""
        return int(self.low > 0) - int(self.high < 0)

    def within(self, most: float) -> bool:
        """Return whether the whole interval is no further from 0 than that."""
        return self.known and -most <= self.low and self.high <= most


def over_sets(values: Sequence[float], bounds: tuple[float, float] = (-math.inf, math.inf)) -> OverSets:
    """Return the mean of a number of each data set; those where it is NaN are left out.

    Parameters
    ----------
    values
        One for each data set.
    bounds
        Between which such a number can lie, and so the interval.

    Examples
    --------
    >>> found = over_sets([0.1, 0.2, 0.3, float("nan")])
    >>> round(found.mean, 3), round(found.low, 3), round(found.high, 3), found.sets
    (0.2, -0.048, 0.448, 3)
    """
    mean, error, degrees, sets = _moments(values)
    low, high = _ends(mean, error, degrees)
    return OverSets(mean, max(low, bounds[0]), min(high, bounds[1]), sets)


def between_groups(more: Sequence[float], less: Sequence[float]) -> OverSets:
    """Return the mean of some data sets less that of others, by Welch's t."""
    (one, its_error, its_degrees, n), (other, error, degrees, m) = _moments(more), _moments(less)
    if n < FEWEST or m < FEWEST:
        return OverSets(one - other, math.nan, math.nan, n + m)
    square = its_error**2 + error**2
    parts = its_error**4 / its_degrees + error**4 / degrees
    freedom = square**2 / parts if parts else n + m - 2
    return OverSets(one - other, *_ends(one - other, math.sqrt(square), freedom), n + m)


def _ends(mean: float, error: float, degrees: float) -> tuple[float, float]:
    """Return the ends of the interval by Student's t; NaN if the standard error is not known."""
    reach = float(stdtrit(degrees, (1 + CONFIDENCE) / 2)) * error if math.isfinite(error) else math.nan
    return mean - reach, mean + reach


def _moments(values: Sequence[float]) -> tuple[float, float, int, int]:
    """Return the mean, its standard error, the degrees of freedom and the number of values that are known."""
    known = np.array([value for value in values if not math.isnan(value)])
    if not len(known):
        return math.nan, math.nan, 0, 0
    error = float(known.std(ddof=1)) / math.sqrt(len(known)) if len(known) >= FEWEST else math.nan
    return float(known.mean()), error, len(known) - 1, len(known)
