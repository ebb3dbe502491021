"""How strongly truth and prediction depend on each other."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import one_prediction, one_truth
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="Cramér's V",
    symbol=r"V",
    formula=r"\sqrt{\frac{1}{\min(R, K) - 1} \sum_{ij} \frac{(m_{ij} - e_{ij})^2}{n\,e_{ij}}},\ e_{ij} = t_i p_j / n",
    aliases=("cramer's v",),
    reference="Cramér 1946",
    note="R classes have items, K are predicted. Whether labels are right does not matter, only whether they tell.",
    undefined=one_truth | one_prediction,
    optional=True,
)
def cramers_v(c: View) -> Floats:
    R, K = c.total(c.t > 0), c.total(c.p > 0)
    t, p = c.of_row(c.t), c.of_column(c.p)
    # (m − tp/n)²/tp cell by cell, since Σm²/tp − 1 would be rounding if hardly anything depends; of empty cells tp/n².
    apart = c.m / np.sqrt(t) / np.sqrt(p) - np.sqrt(t) * np.sqrt(p) / c.of_row(c.n)
    filled = c.cell_sum(np.where(c.m > 0, apart, 0.0) ** 2)
    return np.sqrt((filled + c.total(c.t * c.of_empty_cells(c.p)) / c.n**2) / (np.minimum(R, K) - 1))
