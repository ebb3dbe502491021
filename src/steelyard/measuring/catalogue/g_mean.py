"""Weighted geometric mean of the recalls."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View


@combined(
    title="G mean",
    perspective="recall",
    symbol=r"\mathrm{MAvG}^{\phi}",
    formula=r"\prod_i \mathrm{recall}_i^{\,w_i}",
    aliases=("mavg", "gmean", "geometric mean of recalls"),
    undefined=recall.undefined,
    reference="Sun et al. 2006, in Branco et al. 2017, Table 1; Mullick et al. 2020, eq. 10",
    curved=1.0,
    note="0 as soon as a class with weight is never recognised.",
)
def g_mean(c: View) -> Floats:
    return np.exp(c.mean_of(np.log(recall.body(c)), recall.undefined, zero=-np.inf))
