"""How many times as often a class's own items are predicted as it as other items."""

from __future__ import annotations

from steelyard.measuring.conditions import absent, alone, never_predicted, no_false_alarms
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="positive likelihood ratio",
    perspective="recall",
    symbol=r"\mathrm{LR}^{+}_i",
    formula=r"\frac{tp_i / t_i}{fp_i / (n - t_i)}",
    range=(0.0, float("inf")),
    aliases=("positive likelihood ratio", "lr+", "plr"),
    reference="usual in diagnostics; scikit-learn's class_likelihood_ratios",
    note="Without false alarms it would be infinite, the best there is, and is undefined.",
    undefined=absent | alone | never_predicted | no_false_alarms,
    optional=True,
)
def lr_plus(c: View) -> Floats:
    return c.tp / c.t * (c.t_rest / c.fp)
