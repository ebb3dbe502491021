"""G mean of a class, drawn towards its specificity the smaller the class is; 0 without hits."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.catalogue.class_g_mean import class_g_mean
from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="adjusted G mean",
    perspective="recall",
    symbol=r"\mathrm{AGm}_i",
    formula=r"\frac{\mathrm{Gm}_i + N_i\,\mathrm{specificity}_i}{1 + N_i},\ N_i = 1 - \frac{t_i}{n};"
    r"\ 0\ \text{if}\ tp_i = 0",
    aliases=("adjusted geometric mean", "adjusted g-mean"),
    reference="Batuwita & Palade 2012, named in Gupta et al. 2020",
    note="It jumps at the first hit.",
    undefined=class_g_mean.undefined,
    optional=True,
)
def agm(c: View) -> Floats:
    others = c.t_rest / c.n
    return np.where(c.tp > 0, (class_g_mean.body(c) + specificity.body(c) * others) / (1 + others), 0.0)
