"""How many times as often a prediction of the class is right as a blind one."""

from __future__ import annotations

from steelyard.measuring.conditions import absent, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="lift",
    perspective="precision",
    symbol=r"\mathrm{lift}_i",
    formula=r"\frac{tp_i / p_i}{t_i / n}",
    range=(0.0, float("inf")),
    aliases=("lift score",),
    reference="usual",
    note="The best for given class sizes is n/t, so that lifts of classes of other sizes do not compare.",
    undefined=absent | never_predicted,
    optional=True,
)
def lift(c: View) -> Floats:
    return c.tp / c.p * (c.n / c.t)
