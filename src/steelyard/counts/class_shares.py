"""Class shares as people give them, and the factors that bring rows of counts to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from steelyard.counts import labels as naming

if TYPE_CHECKING:
    from steelyard.counts.confusion import Confusion


@runtime_checkable
class Weighting(Protocol):
    """What can turn a confusion matrix into class weights that sum to 1, such as an importance."""

    def weights(self, cm: Confusion) -> NDArray[np.float64]:
        """Return one weight per class."""
        ...


Priors = str | Mapping[Any, float] | Sequence[float] | NDArray[Any] | Weighting


def shares_of(priors: Priors, cm: Confusion) -> NDArray[np.float64]:
    """Return one share per class, which sum to 1."""
    C = len(cm.labels)
    if isinstance(priors, Weighting):
        return priors.weights(cm.pooled())
    if isinstance(priors, str):
        if priors != "uniform":
            raise ValueError(f'priors must be "uniform", shares, or an importance, not {priors!r}.')
        return np.full(C, 1 / C)
    if not isinstance(priors, Iterable):
        raise ValueError(f'priors must be "uniform", shares, or an importance, not {priors!r}.')
    given = naming.by_label(priors if isinstance(priors, Mapping) else list(priors), cm.labels, "priors")
    unnamed = [label for i, label in enumerate(cm.labels) if i not in given]
    if unnamed:
        raise ValueError(f"priors must give a share for every class; {naming.some(unnamed)} has none.")
    try:
        shares = np.array([given[i] for i in range(C)], dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"priors must be numbers, not {list(given.values())!r}.") from None
    fine = shares.ndim == 1 and np.isfinite(shares).all() and (shares >= 0).all()
    if not (fine and abs(shares.sum() - 1) < 1e-9):
        raise ValueError(f"priors must be shares of at least 0 that sum to 1, not {shares.tolist()}.")
    return shares


def prior_scale(shares: NDArray[np.float64], t: NDArray[Any], n: NDArray[Any]) -> NDArray[np.float64]:
    """Return the factor of each row that gives class i the share π_i: π_i·n/t_i, and 0 for a class without items."""
    # t first: the product of shares and n alone would have lost the memory order of a block.
    scale: NDArray[np.float64] = n / (t + (t == 0)) * shares * (t > 0)
    return scale
