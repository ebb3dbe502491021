"""Weighted harmonic mean of precision and recall."""

from __future__ import annotations

from steelyard.measuring.conditions import absent, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.parameters import BETA
from steelyard.measuring.view import Floats, View


@rate(
    title="F score",
    symbol=r"F_{\beta,i}",
    formula=r"\frac{(1 + \beta^2)\, tp_i}{\beta^2 t_i + p_i}",
    aliases=("f1", "f_beta", "f score", "dice"),
    called="F1",
    reference="Branco et al. 2017, eq. 3 and 7; LMU lecture",
    parameters={"beta": BETA},
    undefined=absent & never_predicted,
)
def f(c: View, beta: float) -> Floats:
    return (1 + beta**2) * c.tp / (beta**2 * c.t + c.p)
