"""Agreement beyond chance where classes have an order and near misses count less."""

from __future__ import annotations

from steelyard.measuring.conditions import all_one_class
from steelyard.measuring.define import whole
from steelyard.measuring.parameters import DISTANCE, PairValues
from steelyard.measuring.view import Floats, View


@whole(
    title="weighted kappa",
    symbol=r"\kappa_w",
    formula=r"1 - \frac{n \sum_{ij} v_{ij} m_{ij}}{\sum_{ij} v_{ij} t_i p_j},\quad v_{ij} = |i - j|^{1\text{ or }2}",
    range=(-1.0, 1.0),
    aliases=("quadratic weighted kappa", "qwk"),
    reference="Cohen 1968",
    note="The order of the labels is the order of the classes.",
    parameters={"distance": DISTANCE},
    optional=True,
    undefined=all_one_class,
)
def weighted_kappa(c: View, distance: PairValues) -> Floats:
    expected = c.total(c.t * (c.summed_pairs(c.p, distance)))
    return 1 - c.cell_sum(c.of_pairs(distance) * c.m) * c.n / expected
