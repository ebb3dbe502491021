"""Share of a class's predictions that were right."""

from __future__ import annotations

from steelyard.measuring.conditions import never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="precision",
    perspective="precision",
    symbol=r"\mathrm{precision}_i",
    formula=r"\frac{tp_i}{p_i}",
    aliases=("ppv", "positive predictive value"),
    reference="Branco et al. 2017, eq. 2; LMU lecture",
    undefined=never_predicted,
)
def precision(c: View) -> Floats:
    return c.tp / c.p
