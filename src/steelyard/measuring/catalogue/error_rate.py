"""Share of items that got a wrong label."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="error rate",
    symbol=r"\mathrm{Err}",
    formula=r"\frac{\sum_i fn_i}{n}",
    direction="lower",
    aliases=("zero-one loss", "hamming_loss", "misclassification rate"),
    reference="usual",
    note="Zero-one loss and Hamming loss are the same where every item has exactly one label.",
    undefined=empty,
    optional=True,
)
def error_rate(c: View) -> Floats:
    return c.total(c.fn) / c.n
