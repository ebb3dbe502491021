"""Class shares of which only some are named: all other classes keep their proportions to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.measuring.measure import as_confusion

Floats = np.ndarray[Any, np.dtype[np.float64]]

ROUNDING = 1e-12
"""Shares that are meant to sum to 1 may miss it by this much."""


def at_shares(cm: Any, shares: Mapping[Any, float]) -> Confusion:
    """Return the counts as they would be if some classes had other shares and the rest kept their proportions.

    The classifier stays the same; see `Confusion.at_priors`, which takes the shares of all classes.

    Parameters
    ----------
    cm
        A `Confusion` (or a stack of them), a `Joint`, or counts.
    shares
        The shares of some classes, by label. Together they are at most 1; what is left is for the other classes.

    Examples
    --------
    >>> from steelyard.shares.what_ifs import at_shares
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2, 0], [5, 50, 5], [0, 10, 20]], labels=["fraud", "retail", "trade"])
    >>> at_shares(cm, {"fraud": 0.01}).support
    array([ 1., 66., 33.])
    """
    counts = as_confusion(cm)
    named = _checked(shares, counts)
    sizes = counts.each_item_once().support.astype(np.float64)
    others = [i for i in range(len(sizes)) if i not in named]
    left = 1 - sum(named.values())
    if left > ROUNDING and not sizes[others].any():
        raise ValueError(
            f"the shares sum to {sum(named.values()):g}, and no other class has items that could take the rest; "
            "they must sum to 1."
        )
    return counts.at_priors(completed(sizes, list(named), np.array(list(named.values()))))


def completed(sizes: Floats, named: Sequence[int], shares: Floats) -> Floats:
    """Return the shares of all classes, given those of some in shares[..., k]; the rest is split by the sizes."""
    rest = sizes.copy()
    rest[list(named)] = 0
    left = np.maximum(1 - shares.sum(axis=-1, keepdims=True), 0)
    every = left * rest / (rest.sum() or 1.0)
    every[..., list(named)] = shares
    return every


def _checked(shares: Any, cm: Confusion) -> dict[int, float]:
    if not isinstance(shares, Mapping) or not shares:
        raise ValueError(f'shares are given by class, as in {{"fraud": 0.001}}, not as {shares!r}.')
    named = naming.by_label(shares, cm.labels, "shares")
    for i, share in named.items():
        if isinstance(share, bool) or not isinstance(share, Real) or not 0 <= float(share) <= 1:
            raise ValueError(
                f"the share of class {naming.text(cm.labels[i])!r} must lie between 0 and 1, not at {share!r}."
            )
    total = sum(named.values())
    if total > 1 + ROUNDING:
        raise ValueError(f"the shares sum to {total:g}, but together they can be at most 1.")
    return {i: float(share) for i, share in named.items()}
