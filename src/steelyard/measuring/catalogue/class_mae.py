"""Mean distance of a class's items from where they belong, in steps of the order of the classes."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import absent
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="mean absolute error of one class",
    perspective="recall",
    symbol=r"\mathrm{MAE}_i",
    formula=r"\frac{1}{t_i} \sum_j |i - j|\, m_{ij}",
    range=lambda w: (0.0, float(w.shape[-1] - 1)),
    direction="lower",
    reference="Baccianella et al. 2009, a term of the macro-averaged MAE",
    note="The order of the labels is the order of the classes.",
    undefined=absent,
    optional=True,
)
def class_mae(c: View) -> Floats:
    place = np.arange(c.C, dtype=np.float64)
    return c.row_sum(np.abs(c.of_row(place) - c.of_column(place)) * c.m) / c.t
