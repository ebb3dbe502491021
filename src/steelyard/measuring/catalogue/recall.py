"""Share of a class that was recognised."""

from __future__ import annotations

from steelyard.measuring.conditions import absent
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="recall",
    perspective="recall",
    symbol=r"\mathrm{recall}_i",
    formula=r"\frac{tp_i}{t_i}",
    aliases=("tpr", "sensitivity", "hit rate", "true positive rate"),
    reference="Branco et al. 2017, eq. 1; LMU lecture; Gupta et al. 2020, eq. 4",
    undefined=absent,
)
def recall(c: View) -> Floats:
    return c.tp / c.t
