"""Batches of reviews of similar length, so that little is read that only fills up."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


def batches(lengths: NDArray[np.int64], size: int, rng: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    """Yield places, so many at a time: neighbours in length, those of equal length and the batches in random order.

    Examples
    --------
    >>> drawn = batches(np.array([9, 1, 8, 2]), 2, np.random.default_rng(0))
    >>> sorted(sorted(batch.tolist()) for batch in drawn)
    [[0, 2], [1, 3]]
    """
    mixed = rng.permutation(len(lengths))
    order = mixed[np.argsort(lengths[mixed], kind="stable")]
    starts = np.arange(0, len(order), size)
    for start in rng.permutation(starts):
        yield order[start : start + size]
