"""Average over the classes of how well all others are recognised."""

from __future__ import annotations

from steelyard.measuring.catalogue.rest_recall import rest_recall
from steelyard.measuring.define import average_of

macro_rest_recall = average_of(
    rest_recall,
    id="macro_rest_recall",
    title="macro recall of the rest",
    symbol=r"\mathrm{mTNR}^{\phi}",
    aliases=("mtnr", "wmtnr"),
    reference="LMU lecture, macro (weighted) average true negative rate",
    note="With the lecture's example weights, (n − t)/((C − 1)n), it is the accuracy.",
)
