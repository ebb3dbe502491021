"""A confusion matrix of which only class sizes and hits are known, as Gupta et al. and their files give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from steelyard import Confusion


def of_hits(support: Mapping[Any, float], correct: Iterable[float]) -> Confusion:
    """Return a matrix with these class sizes and hits; the errors go to the next class, where nothing looks.

    Examples
    --------
    >>> from steelyard_papers.reproductions.gupta2020.hits import of_hits
    >>> of_hits({"A": 10, "B": 20}, [1, 4]).counts
    array([[ 1.,  9.],
           [16.,  4.]])
    """
    hits = np.array(list(correct), dtype=np.float64)
    misses = np.array(list(support.values())) - hits
    if len(hits) == 1 and misses.any():
        raise ValueError("errors of a single class have no other class to go to; give at least two classes.")
    return Confusion(np.diag(hits) + np.roll(np.diag(misses), 1, axis=1), labels=list(support))
