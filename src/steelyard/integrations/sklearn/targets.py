"""The labels and item weights that a classifier is fitted on, checked before anything is trained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from steelyard.counts import labels as naming
from steelyard.counts.read.amounts import checked_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Targets(NamedTuple):
    """The label of each item, the classes, and the position of each item's class among them."""

    y: NDArray[Any]
    classes: NDArray[Any]
    positions: NDArray[np.intp]


def targets(y: Any, classes: NDArray[Any] | None = None) -> Targets:
    """Return labels as targets of these classes or, if none are given, of those found, sorted as scikit-learn does."""
    labels = column_or_1d(y, warn=True)
    assert_all_finite(labels, input_name="y")
    if not len(labels):
        raise ValueError("there are no items.")
    try:
        found, positions = np.unique(labels, return_inverse=True)
    except TypeError:
        kinds = naming.some(sorted({type(label).__name__ for label in labels.tolist()}))
        raise ValueError(f"the labels must be of one kind, so that they can be sorted, not of {kinds}.") from None
    check_classification_targets(labels)
    if classes is None:
        if len(found) < 2:
            raise ValueError(
                f"there must be at least two classes, but y has one class only: {naming.some(found.tolist())}."
            )
        return Targets(labels, found, positions)
    known = {label: place for place, label in enumerate(classes.tolist())}
    unknown = [label for label in found.tolist() if label not in known]
    if unknown:
        raise ValueError(
            f"y has {naming.some(unknown)}, but the fitted estimator knows only {naming.some(classes.tolist())}."
        )
    return Targets(labels, classes, np.array([known[label] for label in found.tolist()])[positions])


def item_weights_of(sample_weight: Any, items: int) -> NDArray[np.float64] | None:
    """Return one weight per item, or None where none are given."""
    if sample_weight is None:
        return None
    weights = checked_weights(sample_weight, items).astype(np.float64)
    if not weights.any():
        raise ValueError("the sample_weight of every item is zero.")
    return weights
