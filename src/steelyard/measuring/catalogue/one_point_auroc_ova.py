"""Average of recall and specificity, one class against all."""

from __future__ import annotations

from typing import Any

from steelyard.measuring.catalogue.macro_specificity import least_specificity
from steelyard.measuring.catalogue.one_point_auroc import one_point_auroc
from steelyard.measuring.define import average_of
from steelyard.measuring.view import Floats


def least_auroc(w: Floats) -> Any:
    """Return the least possible AUROC-OVA over all supports, with a class axis of length 1: with no hit at all."""
    return least_specificity(w) / 2


one_point_auroc_ova = average_of(
    one_point_auroc,
    id="one_point_auroc_ova",
    title="AUROC-OVA",
    symbol=r"\rho_a",
    # For uniform weights Mullick et al.'s λ = (C − 2)/(2C).
    range=lambda w: (least_auroc(w)[..., 0], 1.0),
    aliases=("auroc_ova",),
    reference="Mullick et al. 2020, eq. 13",
)
