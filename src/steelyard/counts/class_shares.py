"""Class shares as people give them, and the factors that bring rows of counts to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from steelyard.counts import labels as naming

if TYPE_CHECKING:
    from steelyard.counts.table import Table


@runtime_checkable
class Weighting(Protocol):
    """What can turn a confusion matrix into class weights that sum to 1, such as an importance."""

    def weights(self, cm: Any) -> NDArray[np.float64]:
        """Return one weight per class."""
        ...


Shares = str | Mapping[Any, float] | Sequence[float] | NDArray[Any] | Weighting

ROUNDING = 1e-9
"""Shares that are meant to sum to 1 may miss it by this much."""


def shares_of(shares: Shares, cm: Table) -> NDArray[np.float64]:
    """Return one share per class, which sum to 1; classes that a mapping does not name keep their proportions."""
    if isinstance(shares, Weighting):
        return shares.weights(cm.pooled())
    if isinstance(shares, str) and shares == "uniform":
        return np.full(len(cm.labels), 1 / len(cm.labels))
    if isinstance(shares, str) or not isinstance(shares, Iterable):
        raise ValueError(f'shares must be "uniform", numbers by class, or an importance, not {shares!r}.')
    listed = shares.tolist() if isinstance(shares, np.ndarray) else shares
    given = naming.by_label(listed if isinstance(listed, Mapping) else list(listed), cm.labels, "shares")
    _check(given, cm)
    sizes = cm.each_item_once().support.astype(np.float64)
    total = sum(given.values())
    if total < 1 - ROUNDING and not np.delete(sizes, list(given)).any():
        raise ValueError(
            f"the shares sum to {total:g}, and no other class has items that could take the rest; they must sum to 1."
        )
    return completed(sizes, list(given), np.array(list(given.values()), dtype=np.float64))


def _check(given: Mapping[int, Any], cm: Table) -> None:
    if not given:
        raise ValueError('shares must name at least one class, as in {"fraud": 0.001}.')
    for place, share in given.items():
        if isinstance(share, bool) or not isinstance(share, Real) or not 0 <= float(share) <= 1:
            name = naming.text(cm.labels[place])
            raise ValueError(f"the share of class {name!r} must lie between 0 and 1, not at {share!r}.")
    total = sum(given.values())
    if total > 1 + ROUNDING:
        raise ValueError(f"the shares sum to {total:g}, but together they can be at most 1.")


def completed(sizes: NDArray[np.float64], named: Sequence[int], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shares of all classes, given those of some in shares[..., k]; the rest is split by the sizes."""
    rest = sizes.copy()
    rest[list(named)] = 0
    left = np.maximum(1 - shares.sum(axis=-1, keepdims=True), 0)
    every: NDArray[np.float64] = left * rest / (rest.sum() or 1.0)
    every[..., list(named)] = shares
    return every


def row_factors(shares: NDArray[np.float64], t: NDArray[Any], n: NDArray[Any]) -> NDArray[np.float64]:
    """Return the factor of each row that gives class i the share π_i: π_i·n/t_i, and 0 for a class without items."""
    # t first: the product of shares and n alone would have lost the memory order of a block.
    scale: NDArray[np.float64] = n / (t + (t == 0)) * shares * (t > 0)
    return scale
