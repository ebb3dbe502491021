"""Correlation of truth and prediction."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import one_prediction, one_truth
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="Matthews correlation coefficient",
    symbol=r"\mathrm{MCC}",
    formula=r"\frac{n \sum_i tp_i - \sum_i t_i p_i}{\sqrt{(n^2 - \sum_i p_i^2)(n^2 - \sum_i t_i^2)}}",
    range=(-1.0, 1.0),
    aliases=("matthews", "matthews_corrcoef", "phi coefficient", "r_k"),
    reference="Gorodkin 2004; Branco et al. 2017, Table 1 (whose denominator has one root too many); LMU lecture",
    undefined=one_truth | one_prediction,
)
def mcc(c: View) -> Floats:
    # n² − Σt² as Σt·(n − t): the difference of squares would lose the small classes. One root each: no overflow.
    spread = np.sqrt(c.total(c.p * c.p_rest)) * np.sqrt(c.total(c.t * c.t_rest))
    return c.chance_corrected_hits / spread
