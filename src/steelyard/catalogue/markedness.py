"""How much better than chance the prediction of the class can be trusted: precision + NPV − 1."""

from __future__ import annotations

from steelyard.catalogue.npv import npv
from steelyard.catalogue.precision import precision
from steelyard.define import rate
from steelyard.view import Floats, View


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
