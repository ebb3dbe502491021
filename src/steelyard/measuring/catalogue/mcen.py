"""Modified confusion entropy, which counts the hits of a class once."""

from __future__ import annotations

from steelyard.measuring.catalogue.cen import error_entropy
from steelyard.measuring.conditions import empty, one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="modified confusion entropy",
    symbol=r"\mathrm{MCEN}",
    formula=(
        r"\sum_j \frac{s_j}{2n - \alpha \sum_k tp_k} \sum_{k \ne j} \Bigl(h\bigl(\tfrac{m_{jk}}{s_j}\bigr)"
        r" + h\bigl(\tfrac{m_{kj}}{s_j}\bigr)\Bigr),\quad h(x) = -x \log_{2(C-1)} x,\quad s_j = t_j + p_j - tp_j"
    ),
    direction="lower",
    undefined=empty | one_class,
    aliases=("modified confusion entropy",),
    curved=2.0,
    reference="Delgado & Núñez-González 2019",
    note="α is 1 for more than two classes. For two it is 0, as in PyCM; other readings of the paper take 1/2.",
)
def mcen(c: View) -> Floats:
    alpha = float(c.C > 2)
    return error_entropy(c, c.t + c.fp, 2 * c.n - alpha * c.total(c.tp))
