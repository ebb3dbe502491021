"""Share of the uncertainty about the truth that the prediction removes."""

from __future__ import annotations

from steelyard.measuring.conditions import one_truth
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View, entropy_term


@whole(
    title="relative classifier information",
    symbol=r"\mathrm{RCI}",
    formula=r"\frac{H_d - H_o}{H_d},\quad H_d = H(t/n),\quad H_o = \sum_j \frac{p_j}{n} H(m_{\cdot j}/p_j)",
    aliases=("relative classifier information",),
    curved=2.0,
    reference="Sindhwani et al. 2001; Branco et al. 2017, Table 1 (which divides by C instead of n)",
    undefined=one_truth,
)
def rci(c: View) -> Floats:
    before = c.total(entropy_term(c.t, c.t_rest))
    after = c.cell_sum(entropy_term(c.m, c.column_rest(c.m)))
    return 1 - after / before
