"""Share of a class's predictions that were wrong."""

from __future__ import annotations

from steelyard.conditions import never_predicted
from steelyard.define import rate
from steelyard.view import Floats, View


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
