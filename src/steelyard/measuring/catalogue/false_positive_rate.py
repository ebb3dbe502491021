"""Share of the other classes' items that were taken for this class."""

from __future__ import annotations

from steelyard.measuring.conditions import alone
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="false positive rate",
    perspective="recall",
    symbol=r"\mathrm{FPR}_i",
    formula=r"\frac{fp_i}{n - t_i}",
    direction="lower",
    aliases=("fpr", "fall-out", "false alarm rate"),
    reference="usual; 1 less the rate of what is right",
    undefined=alone,
    optional=True,
)
def false_positive_rate(c: View) -> Floats:
    return c.fp / c.t_rest
