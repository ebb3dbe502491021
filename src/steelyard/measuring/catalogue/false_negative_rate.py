"""Share of a class that was missed."""

from __future__ import annotations

from steelyard.measuring.conditions import absent
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="false negative rate",
    perspective="recall",
    symbol=r"\mathrm{FNR}_i",
    formula=r"\frac{fn_i}{t_i}",
    direction="lower",
    aliases=("fnr",),
    reference="usual; 1 less the rate of what is right",
    undefined=absent,
    optional=True,
)
def false_negative_rate(c: View) -> Floats:
    return c.fn / c.t
