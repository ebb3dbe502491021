"""Holm's correction: p-values of several tests, so that the chance of any false alarm stays below the level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return the p-values of several tests, adjusted for their number (Holm 1979).

    The smallest of m p-values is multiplied by m, the next by m − 1, and so on; none may fall below the one before it,
    nor exceed 1. Tests whose adjusted p-value is at most α are significant together: the chance that any of them is a
    false alarm is at most α, however they depend on each other.

    Parameters
    ----------
    p_values
        The p-values, of any shape, all of it one family of tests. NaN, no test, stays NaN and does not count.

    Examples
    --------
    >>> from steelyard.comparison.holm import holm
    >>> holm([0.01, 0.04, float("nan"), 0.03])
    array([0.03, 0.06,  nan, 0.06])
    """
    try:
        given = np.asarray(p_values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("p-values must be numbers between 0 and 1, or NaN for no test.") from None
    wrong = (given < 0) | (given > 1)
    if wrong.any():
        raise ValueError(f"a p-value must lie between 0 and 1, not at {given[wrong][0]:g}.")
    adjusted = np.full(given.shape, np.nan)
    tested = ~np.isnan(given)
    p = given[tested]
    order = np.argsort(p, kind="stable")
    grown = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    p[order] = np.minimum(grown, 1)
    adjusted[tested] = p
    return adjusted
