"""Precision as it would be if all classes were of the same size."""

from __future__ import annotations

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.conditions import any_absent, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="mPrecision",
    perspective="precision",
    symbol=r"\mathrm{mPrecision}_i",
    formula=r"\frac{tp_i / t_i}{\sum_j m_{ji} / t_j}",
    aliases=("modified precision",),
    reference="Mullick et al. 2020, eq. 8 and 25",
    note="Precision at uniform class shares.",
    undefined=any_absent | never_predicted,
)
def mprecision(c: View) -> Floats:
    return recall.body(c) / c.attracted
