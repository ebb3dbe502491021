"""The five test sets of a fold: how many items each has of each class, and which."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Items = NDArray[np.intp]

OF_TWO = ("1", "1/2", "IR/2", "IR", "2 IR")
"""Test sets of two classes, called by their RRT: how many items of the majority there are for each of the minority."""

OF_SEVERAL = ("balanced", "reversed", "halved", "original", "doubled")
"""Test sets of more classes."""


def mixes(fold: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Return how many items of each class the five test sets have, by name.

    The minority keeps its number, and the others have as many, half as many (rounded up), as many as in the fold, and
    twice as many. Only the second test set has more of the minority: with two classes 2 for each of the majority, with
    more the sizes of the fold in reversed order.

    Parameters
    ----------
    fold
        How many items of each class the test fold of the cross-validation has, the minority first.

    Examples
    --------
    >>> mixes([10, 200])
    {'1': (10, 10), '1/2': (20, 10), 'IR/2': (10, 100), 'IR': (10, 200), '2 IR': (10, 400)}
    >>> mixes([10, 31, 200])["reversed"], mixes([10, 31, 200])["halved"]
    ((200, 31, 10), (10, 16, 100))
    """
    if len(fold) < 2 or min(fold) < 1:
        sizes = ", ".join(map(str, fold))
        raise ValueError(f"a test fold must have an item of each of at least two classes, but the sizes are [{sizes}].")
    m, *others = fold
    two = len(fold) == 2
    sizes_of_each = (
        (m,) * len(fold),
        (2 * m, m) if two else tuple(reversed(fold)),
        (m, *(-(-n // 2) for n in others)),
        tuple(fold),
        (m, *(2 * n for n in others)),
    )
    return dict(zip(OF_TWO if two else OF_SEVERAL, sizes_of_each, strict=True))


def items_in_order(own: Items, reserve: Items, wanted: int, label: str, rng: np.random.Generator) -> Items:
    """Return the items of a class in the order in which test sets take them.

    A test set of n items of the class has the first n: a larger one has those of a smaller one and more, so that
    between test sets nothing changes but the classes' sizes. The fold's own items come first, then those of the
    reserve, both at random.

    Parameters
    ----------
    own, reserve
        The class's items in the test fold, and those that are never trained on.
    wanted
        How many items the largest test set has of the class.
    label
        The class.
    rng
        Decides the order; it is asked the same, whatever is wanted.

    Examples
    --------
    >>> items_in_order(np.array([1, 2]), np.array([11, 12, 13]), 4, "shirt", np.random.default_rng(0))
    array([ 1,  2, 13, 11])
    """
    every = np.concatenate([rng.permutation(own), rng.permutation(reserve)])
    if wanted > len(every):
        raise ValueError(
            f"a test set needs {wanted:,} items of class {label!r}, but its test fold has {len(own):,} and the "
            f"reserve {len(reserve):,}; draw a smaller data set, or give more items of the class."
        )
    return every[:wanted]
