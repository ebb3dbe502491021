"""Which reviews are tested: a share of each class, drawn by the seed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray


def split(
    stars: Sequence[int], contents: Sequence[Hashable], test_share: float, seed: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return which reviews to train on and which to test on, as places.

    Of each class the same share is tested, rounded. A review that says the same as a tested one is not trained on: 18
    of the 5,000 repeat another, and what a model has seen is no test.

    Examples
    --------
    >>> train, test = split([1, 1, 5, 5, 5, 5], "abcdef", 0.5, seed=0)
    >>> len(train), len(test), sorted([*train, *test]) == list(range(6))
    (3, 3, True)
    """
    rng, classes = np.random.default_rng(seed), np.asarray(stars)
    tested = np.zeros(len(classes), dtype=bool)
    for star in np.unique(classes):
        members = rng.permutation(np.flatnonzero(classes == star))
        tested[members[: round(len(members) * test_share)]] = True
    seen = {content for content, here in zip(contents, tested, strict=True) if here}
    fresh = np.array([content not in seen for content in contents], dtype=bool)
    return np.flatnonzero(~tested & fresh), np.flatnonzero(tested)
