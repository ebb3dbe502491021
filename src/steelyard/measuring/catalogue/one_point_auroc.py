"""Area under the ROC curve of one operating point: the mean of recall and specificity."""

from __future__ import annotations

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="AUROC (discrete)",
    symbol=r"\mathrm{AUROC}_i",
    formula=r"\frac{\mathrm{recall}_i + \mathrm{specificity}_i}{2}",
    aliases=("auroc", "binary balanced accuracy", "bac"),
    called="balanced accuracy",
    reference="Mullick et al. 2020, eq. 3; LMU lecture, BAC",
    undefined=recall.undefined | specificity.undefined,
)
def one_point_auroc(c: View) -> Floats:
    return (recall.body(c) + specificity.body(c)) / 2
