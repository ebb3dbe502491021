"""Recall times specificity, with a bonus where recall is the higher of the two."""

from __future__ import annotations

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.define import rate
from steelyard.measuring.parameters import ALPHA
from steelyard.measuring.view import Floats, View


@rate(
    title="index balanced accuracy",
    perspective="recall",
    symbol=r"\mathrm{IBA}_{\alpha,i}",
    formula=r"\bigl(1 + \alpha(R_i - S_i)\bigr) R_i S_i,\quad R = \mathrm{recall},\ S = \mathrm{specificity}",
    aliases=("index balanced accuracy",),
    reference="García et al. 2009, of the squared G mean; imbalanced-learn's make_index_balanced_accuracy",
    parameters={"alpha": ALPHA},
    undefined=recall.undefined | specificity.undefined,
    optional=True,
)
def iba(c: View, alpha: float) -> Floats:
    R, S = recall.body(c), specificity.body(c)
    return (1 + alpha * (R - S)) * R * S
