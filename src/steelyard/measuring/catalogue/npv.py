"""Share of the predictions of other classes that were not of this class."""

from __future__ import annotations

from steelyard.measuring.conditions import always_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="negative predictive value",
    perspective="precision",
    symbol=r"\mathrm{NPV}_i",
    formula=r"\frac{n - t_i - p_i + tp_i}{n - p_i}",
    aliases=("negative predictive value",),
    reference="LMU lecture",
    undefined=always_predicted,
)
def npv(c: View) -> Floats:
    return c.tn / c.p_rest
