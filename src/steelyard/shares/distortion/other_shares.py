"""One class grown or shrunk, the others as they are: the same classifier on other class shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from steelyard.counts.class_shares import at_each_share
from steelyard.counts.confusion import Confusion
from steelyard.type_names import Floats


def checked_factors(factors: Any) -> tuple[float, ...]:
    """Return how many times as many items a class gets, falling and rising: (2, 10) gives 1/10, 1/2, 2, 10."""
    if isinstance(factors, Real):
        factors = (factors,)
    if isinstance(factors, str) or not isinstance(factors, Iterable):
        raise ValueError(f"factors must be numbers above 1, as in (2, 5, 10), not {factors!r}.")
    every = list(factors)
    for factor in every:
        if isinstance(factor, bool) or not isinstance(factor, Real) or not 1 < float(factor) < float("inf"):
            raise ValueError(f"factors must be finite numbers above 1 (each is also divided by), not {factor!r}.")
    if not every:
        raise ValueError("factors must name at least one number above 1, such as 10.")
    rising = sorted({float(factor) for factor in every})
    return (*(1 / factor for factor in reversed(rising)), *rising)


def share_at(sizes: Floats, position: int, factor: float) -> float:
    """Return the share of a class that has so many times as many items while the others stay as they are."""
    grown = factor * sizes[position]
    return float(grown / (grown + np.delete(sizes, position).sum()))


def at_factor(cm: Confusion, position: int, factors: Sequence[float]) -> Confusion:
    """Return a stack: for each factor, the counts with the class grown by it, brought back to the same total.

    The total stays, as for `Confusion.at_shares`, so that what moves a metric is the shares alone.
    """
    sizes = cm.support.astype(np.float64)
    return at_each_share(cm, position, np.array([share_at(sizes, position, factor) for factor in factors]))
