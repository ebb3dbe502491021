"""Average of recall and precision, one class against all."""

from __future__ import annotations

from steelyard.measuring.catalogue.aurpc import aurpc
from steelyard.measuring.define import average_of

aurpc_ova = average_of(
    aurpc,
    id="aurpc_ova",
    title="AURPC-OVA",
    symbol=r"\kappa_a",
    reference="Mullick et al. 2020, eq. 14",
)
