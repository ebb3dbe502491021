"""Average F score over the classes, each as heavy as it has items."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.parameters import BETA
from steelyard.measuring.view import Floats, View


@whole(
    title="F score weighted by class sizes",
    symbol=r"F_{\beta,w}",
    formula=r"\frac{1}{n} \sum_i t_i \frac{(1 + \beta^2)\, tp_i}{\beta^2 t_i + p_i}",
    aliases=("f1_weighted", "weighted_f1"),
    reference='scikit-learn\'s f1_score(average="weighted", zero_division=0)',
    note="mean_f under the importance prevalence, with the class sizes of each matrix.",
    parameters={"beta": BETA},
    undefined=empty,
    optional=True,
)
def weighted_f(c: View, beta: float) -> Floats:
    nothing = (c.t == 0) & (c.p == 0)
    return c.total(c.t * ((1 + beta**2) * c.tp / (beta**2 * c.t + c.p + nothing))) / c.n
