"""Mean of the average recall and the average specificity."""

from __future__ import annotations

from steelyard.catalogue.auroc_ova import auroc_ova
from steelyard.catalogue.balanced_accuracy import balanced_accuracy
from steelyard.catalogue.macro_specificity import macro_specificity
from steelyard.define import combined
from steelyard.view import Floats, View


@combined(
    title="macro BAC",
    perspective="recall",
    symbol=r"\mathrm{BAC}^{\phi}",
    formula=r"\frac{\mathrm{Rec}^{\phi} + \mathrm{mTNR}^{\phi}}{2}",
    range=auroc_ova.range,
    bounds_of_kept=False,  # a class that left the recalls may still be in the specificities
    aliases=("macro bac", "weighted bac"),
    undefined=balanced_accuracy.undefined | macro_specificity.undefined,
    reference="LMU lecture, weighted BAC",
)
def macro_balanced_accuracy(c: View) -> Floats:
    return (balanced_accuracy.body(c) + macro_specificity.body(c)) / 2
