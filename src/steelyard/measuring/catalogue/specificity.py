"""Share of the other classes' items that were not taken for this class."""

from __future__ import annotations

from steelyard.measuring.conditions import alone
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="specificity",
    perspective="recall",
    symbol=r"\mathrm{specificity}_i",
    formula=r"\frac{n - t_i - p_i + tp_i}{n - t_i}",
    aliases=("tnr", "true negative rate"),
    reference="LMU lecture",
    undefined=alone,
)
def specificity(c: View) -> Floats:
    return c.tn / c.t_rest
