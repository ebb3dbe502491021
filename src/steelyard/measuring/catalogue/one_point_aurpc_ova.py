"""Average of recall and precision, one class against all."""

from __future__ import annotations

from steelyard.measuring.catalogue.one_point_aurpc import one_point_aurpc
from steelyard.measuring.define import average_of

one_point_aurpc_ova = average_of(
    one_point_aurpc,
    id="one_point_aurpc_ova",
    title="AURPC-OVA",
    symbol=r"\kappa_a",
    aliases=("aurpc_ova",),
    reference="Mullick et al. 2020, eq. 14",
)
