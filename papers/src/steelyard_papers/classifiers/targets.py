"""The labels that a classifier is fitted on: at least two classes, of one kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from steelyard.extending import some

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Targets(NamedTuple):
    """The label of each item, the classes, sorted as scikit-learn does, and the position of each item's class there."""

    y: NDArray[Any]
    classes: NDArray[Any]
    positions: NDArray[np.intp]


def targets(y: Any) -> Targets:
    """Return labels as targets of the classes found.

    Examples
    --------
    >>> targets(np.array(["ok", "ill", "ok"])).positions.tolist()
    [1, 0, 1]
    """
    labels = column_or_1d(y, warn=True)
    assert_all_finite(labels, input_name="y")
    try:
        classes, positions = np.unique(labels, return_inverse=True)
    except TypeError:
        kinds = some(sorted({type(label).__name__ for label in labels.tolist()}))
        raise ValueError(f"the labels must be of one kind, so that they can be sorted, not of {kinds}.") from None
    check_classification_targets(labels)
    if len(classes) < 2:
        raise ValueError(f"there must be at least two classes, but y has one class only: {some(classes.tolist())}.")
    return Targets(labels, classes, positions)
