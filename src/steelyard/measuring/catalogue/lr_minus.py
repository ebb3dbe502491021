"""How many times as often a class's own items are not predicted as it as other items."""

from __future__ import annotations

from steelyard.measuring.conditions import absent, alone, no_true_negatives
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="negative likelihood ratio",
    perspective="recall",
    symbol=r"\mathrm{LR}^{-}_i",
    formula=r"\frac{fn_i / t_i}{tn_i / (n - t_i)}",
    range=(0.0, float("inf")),
    direction="lower",
    aliases=("negative likelihood ratio", "nlr"),
    reference="usual in diagnostics; scikit-learn's class_likelihood_ratios",
    undefined=absent | alone | no_true_negatives,
    optional=True,
)
def lr_minus(c: View) -> Floats:
    return c.fn / c.t * (c.t_rest / c.tn)
