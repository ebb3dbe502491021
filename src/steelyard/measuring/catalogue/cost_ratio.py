"""Mean cost of the errors, over that of the best constant decision."""

from __future__ import annotations

from steelyard.measuring.conditions import free_decision
from steelyard.measuring.define import whole
from steelyard.measuring.parameters import COSTS, PairValues
from steelyard.measuring.view import Floats, View


@whole(
    title="cost ratio",
    symbol=r"\mathrm{EC}/\mathrm{EC}_0",
    formula=r"\frac{\sum_{ij} c_{ij} m_{ij}}{\min_j \sum_i c_{ij} t_i}",
    range=(0.0, float("inf")),
    direction="lower",
    aliases=("normalised expected cost",),
    reference="Drummond & Holte 2006",
    note="Below 1, the classifier is worth more than deciding without looking.",
    parameters={"costs": COSTS},
    optional=True,
    undefined=free_decision,
)
def cost_ratio(c: View, costs: PairValues) -> Floats:
    return c.cell_sum(c.of_pairs(costs) * c.m) / c.least(c.summed_pairs(c.t, costs))
