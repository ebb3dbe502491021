"""Classifiers that always give the same answer: what they get shows what a score is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CELLS = 1 << 15
"""Up to so many cells (32 classes) every class is tried as the answer."""

TEMPTING = 2 / 3
"""A constant answer that gets further than this from the worst value to the best looks like a good classifier."""


def answers(sizes: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.intp]:
    """Return the answers to try for class sizes of shape (..., C): shape (..., answers).

    Of many classes only the largest, the one that matters most and the one that matters least: an average gives a
    constant answer high marks for its own class or for all others, a metric as counted for the largest one.
    """
    C = sizes.shape[-1]
    if sizes.size * C**2 <= MOST_CELLS:
        return np.broadcast_to(np.arange(C), (*sizes.shape[:-1], C))
    extreme = (sizes.argmax(axis=-1), np.argmax(weights), np.argmin(weights))
    return np.stack(np.broadcast_arrays(*extreme), axis=-1)


def constant_answers(sizes: NDArray[Any], given: NDArray[np.intp]) -> NDArray[Any]:
    """Return the counts of classifiers that always give one answer: shape (..., answers, C, C)."""
    columns = np.arange(sizes.shape[-1]) == given[..., None, None]
    return np.asarray(sizes[..., None, :, None] * columns)
