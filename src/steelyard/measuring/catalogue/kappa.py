"""Agreement of truth and prediction beyond chance."""

from __future__ import annotations

from steelyard.measuring.conditions import all_one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="Cohen's kappa",
    symbol=r"\kappa",
    formula=r"\frac{n \sum_i tp_i - \sum_i t_i p_i}{n^2 - \sum_i t_i p_i}",
    range=(-1.0, 1.0),
    aliases=("cohen kappa", "cohen's kappa"),
    reference="Cohen 1960; LMU lecture",
    undefined=all_one_class,
)
def kappa(c: View) -> Floats:
    return c.chance_corrected_hits / c.total(c.t * c.p_rest)
