"""Share of the other classes' items that got exactly their own label."""

from __future__ import annotations

from steelyard.measuring.conditions import alone
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="recall of the rest",
    perspective="recall",
    symbol=r"\mathrm{TNR}_i",
    formula=r"\frac{\sum_{j \ne i} tp_j}{n - t_i}",
    aliases=("multi-class TNR",),
    reference="LMU lecture, multi-class true negative rate",
    undefined=alone,
)
def rest_recall(c: View) -> Floats:
    return c.rest(c.tp) / c.t_rest
