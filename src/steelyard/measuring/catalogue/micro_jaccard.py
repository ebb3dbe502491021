"""Hits over items and predictions, all classes together."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="micro Jaccard index",
    symbol=r"J_{\mu}",
    formula=r"\frac{\sum_i tp_i}{2n - \sum_i tp_i}",
    aliases=("jaccard_micro",),
    reference='usual; scikit-learn\'s jaccard_score(average="micro")',
    undefined=empty,
    optional=True,
)
def micro_jaccard(c: View) -> Floats:
    return c.total(c.tp) / (c.n + c.total(c.fn))
