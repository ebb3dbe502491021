"""Correlation of being of a class and being predicted as it."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import absent, alone, always_predicted, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="MCC of one class",
    symbol=r"\mathrm{MCC}_i",
    formula=r"\frac{tp_i\,tn_i - fp_i\,fn_i}{\sqrt{t_i\,p_i\,(n - t_i)(n - p_i)}}",
    range=(-1.0, 1.0),
    aliases=("classwise mcc", "binary mcc"),
    called="MCC",
    reference="Matthews 1975; LMU lecture, for two classes",
    undefined=absent | alone | never_predicted | always_predicted,
    optional=True,
)
def class_mcc(c: View) -> Floats:
    # One root each: no overflow.
    return (c.tp * c.tn - c.fp * c.fn) / (np.sqrt(c.t * c.t_rest) * np.sqrt(c.p * c.p_rest))
