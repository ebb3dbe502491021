"""Mean cost of the errors."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.parameters import COSTS, PairValues
from steelyard.measuring.view import Floats, View


def _range(w: Floats, costs: PairValues) -> tuple[float, float]:  # noqa: ARG001 - all ranges get the weights
    return costs.bounds


@whole(
    title="expected cost",
    symbol=r"\mathrm{EC}",
    formula=r"\frac{1}{n} \sum_{ij} c_{ij} m_{ij}",
    range=_range,
    direction="lower",
    aliases=("mean cost",),
    reference="cost-sensitive evaluation; see Branco et al. 2017, section 1",
    parameters={"costs": COSTS},
    optional=True,
    undefined=empty,
)
def expected_cost(c: View, costs: PairValues) -> Floats:
    return c.cell_sum(c.of_pairs(costs) * c.m) / c.n
