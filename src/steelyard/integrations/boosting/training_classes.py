"""The classes that boosted trees are trained on: their names in the order of their codes, their sizes, their items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.read.codes import encode
from steelyard.importance.class_sizes import sizes_of
from steelyard.integrations.boosting.class_codes import whole_codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


class TrainingClasses(NamedTuple):
    """The classes with their sizes, and the code of each item's class."""

    sizes: Confusion
    codes: NDArray[np.intp]


def training_classes(y: Any, labels: Iterable[Any] | None = None, weights: Any = None) -> TrainingClasses:
    """Return the classes of training labels, which are names or, if `labels` names the classes, their codes.

    Without `labels`, the names found, sorted, are the classes, as scikit-learn and LightGBM number them.

    Examples
    --------
    >>> training_classes([0, 0, 1], labels=["ok", "fraud"]).sizes.support
    array([2, 1])
    """
    if labels is None:
        sizes = sizes_of(y, weights=weights)
        return TrainingClasses(sizes, encode(y, sizes.labels))
    names = naming.checked(labels)
    if not _are_codes(y, names):
        return TrainingClasses(sizes_of(y, labels=names, weights=weights), encode(y, names))
    codes = whole_codes(y, len(names), "training labels")
    sizes = sizes_of(codes, labels=range(len(names)), weights=weights)
    return TrainingClasses(Confusion(sizes, labels=names), codes)


def _are_codes(y: Any, names: tuple[Label, ...]) -> bool:
    """Return whether these are numbers of which some is no name; numbers that are all names are taken as names."""
    given = np.asarray(y)
    return given.dtype.kind in "biuf" and not set(np.unique(given).tolist()) <= set(names)


def sizes_in_training(y: Any, counts: Any, labels: Iterable[Any] | None) -> Confusion | None:
    """Return the classes and their sizes from training labels or from sizes by class; None if neither is given."""
    if y is None and counts is None:
        return None
    sizes = training_classes(y, labels).sizes if counts is None else sizes_of(y, counts=counts, labels=labels)
    if labels is None and sizes.labels != naming.sort(sizes.labels):
        # An ordered categorical has an order of its own, and so has a mapping, such as that of value_counts().
        raise ValueError(
            f"which class is number 0, 1, … cannot be told: they come in the order {naming.some(sizes.labels)}, but "
            "scikit-learn and LightGBM number them sorted; name them in the order of their numbers, labels=…."
        )
    return sizes
