"""Differences of two models' scores, one per fold or data set, checked at the door."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

FEWEST = 2
NOISE = 1e-12
"""Differences closer than this share of the largest one are the same: 0.9 − 0.8 and 0.8 − 0.7 differ by rounding."""


class Differences(NamedTuple):
    """The differences that are defined, in the order given, how many are not, and how close counts as the same."""

    values: NDArray[np.float64]
    left_out: int
    noise: float


def checked_differences(given: ArrayLike) -> Differences:
    """Return differences of scores without those that are NaN, of which at least two must remain."""
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("differences must be numbers, one per fold or data set.") from None
    if values.ndim != 1:
        raise ValueError(f"differences must be a list, one per fold or data set, not of shape {values.shape}.")
    if np.isinf(values).any():
        raise ValueError("differences must be finite, or NaN where a score is undefined, but there is an infinite one.")
    defined = values[~np.isnan(values)]
    if len(defined) < FEWEST:
        raise ValueError(
            f"differences of at least {FEWEST} folds or data sets are needed, but {len(defined)} of {len(values)} "
            f"{'is' if len(defined) == 1 else 'are'} defined."
        )
    return Differences(defined, len(values) - len(defined), NOISE * float(np.abs(defined).max()))
