"""Average specificity over the classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.catalogue.specificity import specificity
from steelyard.define import average_of
from steelyard.view import Floats


def two_weightiest(w: Floats) -> tuple[Any, Any]:
    """Return the largest and the second largest weight; 0 for the second of one class."""
    first = w.max(axis=-1)
    largest = w == first
    others = np.where(largest, 0.0, w).max(axis=-1)
    return first, np.where(largest.sum(axis=-1) > 1, first, others)


def least_specificity(w: Floats) -> Any:
    """Return the least possible average specificity over all supports.

    Everything is predicted as the two weightiest classes, one of which holds nearly all items.
    """
    first, second = two_weightiest(w)
    return 1 - (first + second)


macro_specificity = average_of(
    specificity,
    id="macro_specificity",
    title="macro specificity",
    symbol=r"\mathrm{mTNR}",
    range=lambda w: (least_specificity(w), 1.0),
    aliases=("mtnr", "wmtnr"),
    reference="LMU lecture (with one-against-rest specificity)",
)
