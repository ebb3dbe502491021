"""Mean of the average recall and the average recall of the rest."""

from __future__ import annotations

from steelyard.measuring.catalogue.balanced_accuracy import balanced_accuracy
from steelyard.measuring.catalogue.macro_rest_recall import macro_rest_recall
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View


@combined(
    title="macro BAC",
    perspective="recall",
    symbol=r"\mathrm{BAC}^{\phi}",
    formula=r"\frac{\mathrm{Rec}^{\phi} + \mathrm{mTNR}^{\phi}}{2}",
    aliases=("weighted bac", "macro bac"),
    undefined=balanced_accuracy.undefined | macro_rest_recall.undefined,
    reference="LMU lecture, weighted BAC",
    note="With specificity one against the rest it would be AUROC-OVA (one_point_auroc_ova).",
)
def macro_balanced_accuracy(c: View) -> Floats:
    return (balanced_accuracy.body(c) + macro_rest_recall.body(c)) / 2
