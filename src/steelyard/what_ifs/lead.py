"""Which of two values of a metric is ahead: its direction respected, rounding no difference."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.record import Metric

Floats = np.ndarray[Any, np.dtype[np.float64]]

TIED = 1e-12
"""Values that differ by less than this part of them differ by rounding alone."""


def lead(first: Floats, second: Floats, metric: Metric) -> Floats:
    """Return 1 where the first is ahead, −1 where the second is, 0 where they are tied, NaN where one is undefined.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> lead(np.array([0.5, 0.5]), np.array([0.4, 0.5]), sy.metrics.cen)
    array([-1.,  0.])
    """
    with np.errstate(invalid="ignore"):  # infinities
        difference = np.where(first == second, 0.0, first - second)
        tied = np.isfinite(difference) & (np.abs(difference) <= TIED * np.maximum(np.abs(first), np.abs(second)))
    signs = np.where(tied, 0.0, np.sign(difference) * (1 if metric.direction == "higher" else -1))
    return signs + 0.0  # no −0
