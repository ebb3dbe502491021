"""Share of the predictions of other classes that were of this class."""

from __future__ import annotations

from steelyard.measuring.conditions import always_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="false omission rate",
    perspective="precision",
    symbol=r"\mathrm{FOR}_i",
    formula=r"\frac{fn_i}{n - p_i}",
    direction="lower",
    reference="usual; 1 less the rate of what is right",
    undefined=always_predicted,
    optional=True,
)
def false_omission_rate(c: View) -> Floats:
    return c.fn / c.p_rest
