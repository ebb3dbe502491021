"""Confusion entropy: how evenly the errors are spread over the classes."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.conditions import empty, one_class
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


def error_entropy(c: View, involved: Floats, total: Floats) -> Floats:
    """Return the entropy of the errors of each class, in units of log 2(C − 1), weighted by `involved`/`total`.

    Summed over cells, the terms of CEN_j and CEN_k for the cell (j, k) are m·log(s_j/m) + m·log(s_k/m).
    """
    m = c.errors
    s = involved + (involved == 0)
    cell = m + (m == 0)
    each = m * np.log(c.of_row(s) / cell * (c.of_column(s) / cell))
    return c.cell_sum(each) / (total * np.log(2 * (c.C - 1)))


def _range(w: Floats) -> tuple[float, float]:
    # With two classes each term −x·log₂x reaches its maximum at x = 1/e before the shares add up to 1.
    return 0.0, 2 / (np.e * np.log(2)) if w.shape[-1] == 2 else 1.0


@whole(
    title="confusion entropy",
    symbol=r"\mathrm{CEN}",
    formula=(
        r"\sum_j \frac{s_j}{2n} \sum_{k \ne j} \Bigl(h\bigl(\tfrac{m_{jk}}{s_j}\bigr)"
        r" + h\bigl(\tfrac{m_{kj}}{s_j}\bigr)\Bigr),\quad h(x) = -x \log_{2(C-1)} x,\quad s_j = t_j + p_j"
    ),
    range=_range,
    direction="lower",
    undefined=empty | one_class,
    aliases=("confusion entropy",),
    reference="Wei et al. 2010; Branco et al. 2017, Table 1",
    curved=2.0,
    note="With two classes it can exceed 1 (up to 2/(e·ln 2) = 1.061).",
)
def cen(c: View) -> Floats:
    return error_entropy(c, c.t + c.p, 2 * c.n)
