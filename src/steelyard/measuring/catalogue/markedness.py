"""How much better than chance the prediction of the class can be trusted: precision + NPV − 1."""

from __future__ import annotations

from steelyard.measuring.catalogue.npv import npv
from steelyard.measuring.catalogue.precision import precision
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="markedness",
    perspective="precision",
    symbol=r"\mathrm{markedness}_i",
    formula=r"\mathrm{precision}_i + \mathrm{NPV}_i - 1",
    range=(-1.0, 1.0),
    aliases=("delta p",),
    reference="Powers 2011",
    undefined=precision.undefined | npv.undefined,
)
def markedness(c: View) -> Floats:
    return precision.body(c) + npv.body(c) - 1
