"""Area under the recall-precision curve of one operating point: the mean of recall and precision."""

from __future__ import annotations

from steelyard.measuring.catalogue.precision import precision
from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="AURPC (discrete)",
    symbol=r"\mathrm{AURPC}_i",
    formula=r"\frac{\mathrm{recall}_i + \mathrm{precision}_i}{2}",
    aliases=("aurpc",),
    reference="Mullick et al. 2020, eq. 5",
    undefined=recall.undefined | precision.undefined,
)
def one_point_aurpc(c: View) -> Floats:
    return (recall.body(c) + precision.body(c)) / 2
