"""Share of items on the right side of "this class or not"."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="accuracy of one class",
    symbol=r"\mathrm{Acc}_i",
    formula=r"\frac{tp_i + tn_i}{n}",
    aliases=("one-vs-rest accuracy",),
    called="accuracy",
    reference="usual; true negatives one against the rest",
    undefined=empty,
)
def class_accuracy(c: View) -> Floats:
    return (c.tp + c.tn) / c.n
