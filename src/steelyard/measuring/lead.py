"""Which of two values of a metric is ahead: its direction respected, rounding no difference."""

from __future__ import annotations

import math

import numpy as np

from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

TIED = 1e-12
"""Values that differ by less than this part of them, or of the metric's range, differ by rounding alone: the same
fractions, added otherwise."""


def rounding(metric: Metric | None) -> float:
    """Return what is rounding in any value of a metric, however small: a part of its range, 0 if that is not fixed.

    A value near 0 may be what is left of larger ones: Matthews' correlation of a model that guesses is a difference of
    products, so that 1e-17 and 2e-17 are both 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> rounding(sy.metrics.mcc), rounding(sy.metrics.cost_ratio)
    (2e-12, 0.0)
    """
    if metric is None or callable(metric.range):
        return 0.0
    low, high = metric.range
    return TIED * (high - low) if math.isfinite(high - low) else 0.0


def difference(first: Floats, second: Floats, metric: Metric | None = None) -> Floats:
    """Return first values less second ones; 0 where they differ by rounding alone.

    Which values are all rounding, only the metric can tell; without it, small values may differ.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> difference(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25]))
    array([0.  , 0.25])
    >>> difference(np.array([1e-17]), np.array([-1e-17]), sy.metrics.mcc)
    array([0.])
    """
    with np.errstate(invalid="ignore"):  # infinities
        differences = np.where(first == second, 0.0, first - second)
        least = np.maximum(TIED * np.maximum(np.abs(first), np.abs(second)), rounding(metric))
        tied = np.isfinite(differences) & (np.abs(differences) <= least)
    return np.where(tied, 0.0, differences)


def lead(first: Floats, second: Floats, metric: Metric) -> Floats:
    """Return 1 where the first is ahead, −1 where the second is, 0 where they are tied, NaN where one is undefined.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> lead(np.array([0.5, 0.5]), np.array([0.4, 0.5]), sy.metrics.cen)
    array([-1.,  0.])
    """
    return np.sign(difference(first, second, metric)) * metric.sign + 0.0  # no −0
