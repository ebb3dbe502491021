"""How much better than chance the class is recognised: recall + specificity − 1."""

from __future__ import annotations

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.catalogue.specificity import specificity
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="informedness",
    perspective="recall",
    symbol=r"\mathrm{informedness}_i",
    formula=r"\mathrm{recall}_i + \mathrm{specificity}_i - 1",
    range=(-1.0, 1.0),
    aliases=("youden", "youden's j", "bookmaker informedness"),
    reference="Youden 1950; Powers 2011",
    undefined=recall.undefined | specificity.undefined,
)
def informedness(c: View) -> Floats:
    return recall.body(c) + specificity.body(c) - 1
