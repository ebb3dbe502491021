"""Share of a class's predictions that were wrong."""

from __future__ import annotations

from steelyard.measuring.conditions import never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="false discovery rate",
    perspective="precision",
    symbol=r"\mathrm{FDR}_i",
    formula=r"\frac{fp_i}{p_i}",
    direction="lower",
    aliases=("fdr",),
    reference="usual; 1 less the rate of what is right",
    undefined=never_predicted,
    optional=True,
)
def false_discovery_rate(c: View) -> Floats:
    return c.fp / c.p
