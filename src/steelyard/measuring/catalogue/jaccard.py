"""Hits over all items that are of the class or predicted as it."""

from __future__ import annotations

from steelyard.measuring.conditions import absent, never_predicted
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="Jaccard index",
    symbol=r"J_i",
    formula=r"\frac{tp_i}{t_i + p_i - tp_i}",
    aliases=("iou", "critical success index", "threat score"),
    reference="usual",
    undefined=absent & never_predicted,
)
def jaccard(c: View) -> Floats:
    return c.tp / (c.t + c.fp)
