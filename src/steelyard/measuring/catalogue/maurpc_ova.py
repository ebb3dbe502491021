"""Average of recall and mPrecision, one class against all."""

from __future__ import annotations

from steelyard.measuring.catalogue.maurpc import maurpc
from steelyard.measuring.define import average_of

maurpc_ova = average_of(
    maurpc,
    id="maurpc_ova",
    title="mAURPC-OVA",
    symbol=r"\hat\kappa_a",
    reference="Mullick et al. 2020, eq. 25",
    note="AURPC-OVA at uniform class shares.",
)
