"""Geometric mean of F₂ of the class and F₀.₅ of the rest."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import absent, alone, always_predicted, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="adjusted F",
    symbol=r"\mathrm{AGF}_i",
    formula=r"\sqrt{\frac{5\,tp_i}{4 t_i + p_i} \cdot \frac{5\,tn_i}{(n - t_i) + 4 (n - p_i)}}",
    aliases=("adjusted f-score", "adjusted f measure"),
    reference="Maratea et al. 2014",
    undefined=(absent & never_predicted) | (alone & always_predicted),
    optional=True,
)
def agf(c: View) -> Floats:
    return np.sqrt(5 * c.tp / (4 * c.t + c.p) * (5 * c.tn / (c.t_rest + 4 * c.p_rest)))
