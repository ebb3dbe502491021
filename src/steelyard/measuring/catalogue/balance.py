"""The smaller of precision and recall."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import absent, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="class balance",
    symbol=r"\mathrm{balance}_i",
    formula=r"\frac{tp_i}{\max(t_i, p_i)}",
    reference="Mosley 2013, in Branco et al. 2017, Table 1 (the term of CBA)",
    undefined=absent & never_predicted,
)
def balance(c: View) -> Floats:
    return c.tp / np.maximum(c.t, c.p)
