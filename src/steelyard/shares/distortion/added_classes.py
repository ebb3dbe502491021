"""A matrix with more classes of the same quality: the one place that says what that means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells import DENSE_CELLS
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.counts.whole_number import whole_number
from steelyard.measuring.measure import as_confusion

if TYPE_CHECKING:
    from numpy.typing import NDArray


def with_added_classes(cm: Any, added: int) -> Confusion:
    """Return the counts as they might be if there were more classes and the classifier were as good as before.

    - Every class keeps its items and its hits, so its recall. An equal part of its errors goes to each added class:
      with C classes before and k added ones, 1/(C − 1 + k) of them; the rest keeps its proportions.
    - An added class has the mean support and the mean recall of the classes that have items. Its errors are spread
      evenly over all other classes.

    Parameters
    ----------
    cm
        A single `Confusion` or counts.
    added
        How many classes to add, at least 1.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.shares.distortion import with_added_classes
    >>> with_added_classes(sy.Confusion([[8, 2], [3, 7]], labels=["a", "b"]), 1).counts
    array([[8.  , 1.  , 1.  ],
           [1.5 , 7.  , 1.5 ],
           [1.25, 1.25, 7.5 ]])
    """
    counts = as_confusion(cm)
    if counts.shape:
        raise ValueError("classes are added to one matrix, not to a stack; take one of its slices, such as cm[0].")
    how_many = checked_added(added)
    if (len(counts.labels) + how_many) ** 2 > DENSE_CELLS:
        raise ValueError(
            f"classes are added to a matrix with all its cells, and {len(counts.labels) + how_many:,} classes have "
            f"more than {DENSE_CELLS:,} of them."
        )
    if not counts.total > 0:
        raise ValueError("there is no item, so an added class could not be like the others.")
    cells = counts.cells.array().astype(np.float64)
    return Confusion(extended(cells, how_many), [*counts.labels, *new_labels(counts.labels, how_many)])


def extended(m: NDArray[Any], added: int) -> NDArray[Any]:
    """Return the cells with added classes, in the arithmetic of the cells: floats, or fractions in an array of objects.

    What is spread, and how, `with_added_classes` says.
    """
    C = len(m)
    others = C - 1 + added
    hits = np.diagonal(m)
    errors = m * (1 - np.eye(C, dtype=np.int64))
    misses, support = errors.sum(axis=1), m.sum(axis=1)
    counted = (support > 0).astype(bool)
    size = support.sum() / int(counted.sum())
    recall = (hits[counted] / support[counted]).sum() / int(counted.sum())
    found = np.empty((C + added, C + added), dtype=m.dtype)
    found[:C, :C] = errors * (C - 1) / others
    found[:C, C:] = (misses / others)[:, None]
    found[C:] = size * (1 - recall) / others
    np.fill_diagonal(found, np.concatenate([hits, [size * recall] * added]))
    return found


def extended_weights(weights: NDArray[np.float64], support: NDArray[Any], added: int) -> NDArray[np.float64]:
    """Return the weights with those of added classes, each the mean of the classes with items; they sum to 1 again."""
    every = np.concatenate([weights, np.full(added, weights[support > 0].mean())])
    return every / every.sum()


def new_labels(labels: Sequence[Label], added: int) -> list[str]:
    """Return names for added classes that no class has."""
    taken, found, number = {*labels}, list[str](), 0
    while len(found) < added:
        number += 1
        if f"added {number}" not in taken:
            found.append(f"added {number}")
    return found


def checked_added(added: Any) -> int:
    """Refuse what is no number of classes to add."""
    return whole_number(added, "the number of added classes", least=1)
