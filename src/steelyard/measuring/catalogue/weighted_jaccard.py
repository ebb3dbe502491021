"""Average Jaccard index over the classes, each as heavy as it has items."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="Jaccard index weighted by class sizes",
    symbol=r"J_{w}",
    formula=r"\frac{1}{n} \sum_i t_i \frac{tp_i}{t_i + p_i - tp_i}",
    aliases=("jaccard_weighted",),
    reference='scikit-learn\'s jaccard_score(average="weighted", zero_division=0)',
    note="macro_jaccard under the importance prevalence, with the class sizes of each matrix.",
    undefined=empty,
    optional=True,
)
def weighted_jaccard(c: View) -> Floats:
    nothing = (c.t == 0) & (c.p == 0)
    return c.total(c.t * (c.tp / (c.t + c.fp + nothing))) / c.n
