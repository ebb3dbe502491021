"""How much predictions say about the truth, in nats."""

from __future__ import annotations

import math

from steelyard.measuring.conditions import empty, one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View, entropy_term


def told(c: View) -> Floats:
    """Return n times the mutual information: the entropy of the truth less what is left of it given the predictions."""
    before = c.total(entropy_term(c.t, c.t_rest))
    after = c.cell_sum(entropy_term(c.m, c.column_rest(c.m)))
    return before - after


@whole(
    title="mutual information",
    symbol=r"I",
    formula=r"\sum_{ij} \frac{m_{ij}}{n} \ln \frac{n\,m_{ij}}{t_i\,p_j}",
    range=lambda w: (0.0, math.log(w.shape[-1])),
    aliases=("mutual_info_score",),
    reference="Shannon 1948",
    note=(
        "Whether labels are right does not matter, only whether they tell. The best for given class sizes is the "
        "entropy of the truth."
    ),
    undefined=empty | one_class,
    optional=True,
)
def mutual_information(c: View) -> Floats:
    return told(c) / c.n
