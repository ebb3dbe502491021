"""The mean of recall and mPrecision."""

from __future__ import annotations

from steelyard.measuring.catalogue.mprecision import mprecision
from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="mAURPC (discrete)",
    symbol=r"\mathrm{mAURPC}_i",
    formula=r"\frac{\mathrm{recall}_i + \mathrm{mPrecision}_i}{2}",
    aliases=("maurpc",),
    reference="Mullick et al. 2020, eq. 9 and 25",
    undefined=recall.undefined | mprecision.undefined,
)
def one_point_maurpc(c: View) -> Floats:
    return (recall.body(c) + mprecision.body(c)) / 2
