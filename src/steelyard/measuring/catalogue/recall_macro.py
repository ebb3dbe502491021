"""Average recall over the classes that have items or are predicted; one without items counts as 0."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="macro recall, classes without items as 0",
    perspective="recall",
    symbol=r"\mathrm{Rec}_{M,0}",
    formula=r"\frac{1}{K} \sum_{i:\, t_i > 0} \frac{tp_i}{t_i}",
    reference='scikit-learn\'s recall_score(average="macro", zero_division=0)',
    note="Balanced accuracy unless a class without items is predicted, whose recall nobody knows.",
    undefined=empty,
    optional=True,
)
def recall_macro(c: View) -> Floats:
    return c.total(c.tp / (c.t + (c.t == 0))) / c.total((c.t > 0) | (c.p > 0))
