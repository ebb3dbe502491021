"""Geometric mean of the average precision and the average recall."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.catalogue.balanced_accuracy import balanced_accuracy
from steelyard.measuring.catalogue.macro_precision import macro_precision
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View


@combined(
    title="macro G score",
    symbol=r"G^{\phi}",
    formula=r"\sqrt{\mathrm{Prec}^{\phi} \cdot \mathrm{Rec}^{\phi}}",
    undefined=macro_precision.undefined | balanced_accuracy.undefined,
    reference="LMU lecture, weighted macro G score",
)
def macro_g_score(c: View) -> Floats:
    return np.sqrt(macro_precision.body(c) * balanced_accuracy.body(c))
