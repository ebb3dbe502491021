"""Agreement beyond chance that does not collapse where one class has nearly all items."""

from __future__ import annotations

from steelyard.measuring.catalogue.bennett_s import least_beyond_guessing
from steelyard.measuring.catalogue.scott_pi import pooled_disagreement
from steelyard.measuring.conditions import empty, one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="Gwet's AC1",
    symbol=r"\mathrm{AC}_1",
    formula=r"\frac{\mathrm{Acc} - p_e}{1 - p_e},"
    r"\ p_e = \frac{1 - \sum_i \pi_i^2}{C - 1},\ \pi_i = \frac{t_i + p_i}{2n}",
    range=lambda w: (least_beyond_guessing(w.shape[-1]), 1.0),
    aliases=("ac1",),
    reference="Gwet 2008",
    undefined=empty | one_class,
    optional=True,
)
def gwet_ac1(c: View) -> Floats:
    by_chance = pooled_disagreement(c) / (c.C - 1)
    return 1 - c.total(c.fn) / c.n / (1 - by_chance)
