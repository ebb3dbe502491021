"""Geometric mean of precision and recall."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import absent, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="G score",
    symbol=r"G_i",
    formula=r"\sqrt{\mathrm{precision}_i \cdot \mathrm{recall}_i}",
    aliases=("fowlkes_mallows", "g measure"),
    reference="LMU lecture; Fowlkes & Mallows 1983 for one class against the rest",
    undefined=absent | never_predicted,
)
def g_score(c: View) -> Floats:
    return c.tp / np.sqrt(c.t * c.p)
