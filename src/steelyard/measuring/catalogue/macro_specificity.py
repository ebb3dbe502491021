"""Average specificity over the classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.define import average_of
from steelyard.measuring.view import Floats


def two_weightiest(w: Floats) -> tuple[Any, Any]:
    """Return the two largest weights, 0 for the second of one class; with a class axis of length 1."""
    first = w.max(axis=-1, keepdims=True)
    largest = w == first
    others = np.where(largest, 0.0, w).max(axis=-1, keepdims=True)
    return first, np.where(largest.sum(axis=-1, keepdims=True) > 1, first, others)


def least_specificity(w: Floats) -> Any:
    """Return the least possible average specificity over all supports, with a class axis of length 1.

    Of the false alarms of class j, each lowers the average by w_j/(n − t_j), so that all errors go to the class k for
    which that is largest, and those of k to the second, l: 1 − w_k − w_l·t_k/(n − t_l), at least 1 − w_k − w_l. It is
    nearly reached with the two weightiest classes, one of which holds nearly all items.
    """
    first, second = two_weightiest(w)
    return 1 - (first + second)


macro_specificity = average_of(
    specificity,
    id="macro_specificity",
    title="macro specificity",
    symbol=r"\mathrm{Spec}^{\phi}",
    range=lambda w: (least_specificity(w)[..., 0], 1.0),
    reference="usual; one class against the rest",
    note="The LMU lecture's mTNR counts only items with exactly their own label: macro_rest_recall.",
)
