"""The odds of being predicted as the class, of its own items over those of other items."""

from __future__ import annotations

from steelyard.measuring.conditions import absent, alone, always_predicted, never_predicted, one_kind_of_error
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="diagnostic odds ratio",
    symbol=r"\mathrm{DOR}_i",
    formula=r"\frac{tp_i\,tn_i}{fp_i\,fn_i}",
    range=(0.0, float("inf")),
    aliases=("dor",),
    reference="Glas et al. 2003",
    note="Without false alarms or without misses it would be infinite, the best there is, and is undefined.",
    undefined=absent | alone | never_predicted | always_predicted | one_kind_of_error,
    optional=True,
)
def diagnostic_odds_ratio(c: View) -> Floats:
    return c.tp / c.fn * (c.tn / c.fp)
