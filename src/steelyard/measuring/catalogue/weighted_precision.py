"""Average precision over the classes, each as heavy as it has items; one that is never predicted counts as 0."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="precision weighted by class sizes",
    perspective="precision",
    symbol=r"\mathrm{Prec}_{w}",
    formula=r"\frac{1}{n} \sum_{i:\, p_i > 0} t_i \frac{tp_i}{p_i}",
    aliases=("precision_weighted",),
    reference='scikit-learn\'s precision_score(average="weighted", zero_division=0)',
    note="macro_precision under the importance prevalence, with the class sizes of each matrix.",
    undefined=empty,
    optional=True,
)
def weighted_precision(c: View) -> Floats:
    return c.total(c.t * (c.tp / (c.p + (c.p == 0)))) / c.n
