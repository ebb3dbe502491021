"""Average specificity over the classes."""

from __future__ import annotations

import numpy as np

from steelyard.catalogue.specificity import specificity
from steelyard.define import average_of
from steelyard.view import Floats


def least_specificity(w: Floats) -> float:
    """Return the least possible average specificity over all supports.

    Everything is predicted as the two weightiest classes, one of which holds nearly all items.
    """
    return 1 - float(np.sort(w)[-2:].sum())


macro_specificity = average_of(
    specificity,
    id="macro_specificity",
    title="macro specificity",
    symbol=r"\mathrm{mTNR}",
    range=lambda w: (least_specificity(w), 1.0),
    aliases=("mtnr", "wmtnr"),
    reference="LMU lecture (with one-against-rest specificity)",
)
