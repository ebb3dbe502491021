"""Average of recall and specificity, one class against all."""

from __future__ import annotations

from steelyard.catalogue.auroc import auroc
from steelyard.catalogue.macro_specificity import least_specificity
from steelyard.define import average_of

auroc_ova = average_of(
    auroc,
    id="auroc_ova",
    title="AUROC-OVA",
    symbol=r"\rho_a",
    # With no hit at all; for uniform weights Mullick et al.'s λ = (C − 2)/(2C).
    range=lambda w: (least_specificity(w) / 2, 1.0),
    reference="Mullick et al. 2020, eq. 13",
)
