"""Which of two values of a metric is ahead: its direction respected, rounding no difference."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.record import Metric

Floats = np.ndarray[Any, np.dtype[np.float64]]

TIED = 1e-12
"""Values that differ by less than this part of them differ by rounding alone: the same fractions, added otherwise."""


def difference(first: Floats, second: Floats) -> Floats:
    """Return first values less second ones; 0 where they differ by rounding alone.

    Examples
    --------
    >>> import numpy as np
    >>> difference(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25]))
    array([0.  , 0.25])
    """
    with np.errstate(invalid="ignore"):  # infinities
        found = np.where(first == second, 0.0, first - second)
        tied = np.isfinite(found) & (np.abs(found) <= TIED * np.maximum(np.abs(first), np.abs(second)))
    return np.where(tied, 0.0, found)


def lead(first: Floats, second: Floats, metric: Metric) -> Floats:
    """Return 1 where the first is ahead, −1 where the second is, 0 where they are tied, NaN where one is undefined.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> lead(np.array([0.5, 0.5]), np.array([0.4, 0.5]), sy.metrics.cen)
    array([-1.,  0.])
    """
    return np.sign(difference(first, second)) * metric.sign + 0.0  # no −0
