"""Geometric mean of recall and specificity."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="G mean of one class",
    symbol=r"\mathrm{Gm}_i",
    formula=r"\sqrt{\mathrm{recall}_i \cdot \mathrm{specificity}_i}",
    aliases=("gm", "binary g mean"),
    called="G mean",
    reference="Mullick et al. 2020, eq. 2; LMU lecture",
    undefined=recall.undefined | specificity.undefined,
)
def class_g_mean(c: View) -> Floats:
    return np.sqrt(recall.body(c) * specificity.body(c))
