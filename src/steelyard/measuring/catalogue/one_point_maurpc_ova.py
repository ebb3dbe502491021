"""Average of recall and mPrecision, one class against all."""

from __future__ import annotations

from steelyard.measuring.catalogue.one_point_maurpc import one_point_maurpc
from steelyard.measuring.define import average_of

one_point_maurpc_ova = average_of(
    one_point_maurpc,
    id="one_point_maurpc_ova",
    title="mAURPC-OVA",
    symbol=r"\hat\kappa_a",
    aliases=("maurpc_ova",),
    reference="Mullick et al. 2020, eq. 25",
    note="AURPC-OVA at uniform class shares.",
)
