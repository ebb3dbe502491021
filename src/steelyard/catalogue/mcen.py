"""Modified confusion entropy, which counts the hits of a class once."""

from __future__ import annotations

from steelyard.catalogue.cen import error_entropy
from steelyard.conditions import empty, one_class
from steelyard.define import whole
from steelyard.view import Floats, View


@whole(
    title="modified confusion entropy",
    symbol=r"\mathrm{MCEN}",
    formula=r"\sum_j P_j\,\mathrm{MCEN}_j,\quad P_j = \frac{t_j + p_j - tp_j}{2n - \alpha \sum_k tp_k}",
    direction="lower",
    undefined=empty | one_class,
    aliases=("modified confusion entropy",),
    reference="Delgado & Núñez-González 2019",
    note="α is 1 for more than two classes and 0 for two.",
)
def mcen(c: View) -> Floats:
    alpha = float(c.C > 2)
    return error_entropy(c, c.t + c.fp, 2 * c.n - alpha * c.total(c.tp))
