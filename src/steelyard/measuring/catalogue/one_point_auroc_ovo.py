"""Average over pairs of classes of the discrete area under the ROC curve."""

from __future__ import annotations

from typing import Any

from steelyard.measuring.catalogue.macro_specificity import two_weightiest
from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.conditions import any_absent, one_class
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View


def _range(w: Floats) -> tuple[Any, float]:
    # All wrong, every class predicted as the weightiest other one; for uniform weights (C − 2)/(2(C − 1)), eq. 15.
    C = w.shape[-1]
    if C < 2:
        return 0.0, 1.0
    first, second = two_weightiest(w)
    return ((1 - (second + (C - 1) * first) / (C - 1)) / 2)[..., 0], 1.0


_undefined = any_absent | one_class


@combined(
    title="AUROC-OVO",
    symbol=r"\rho_o",
    formula=r"\sum_i \frac{w_i}{2} \Bigl(1 + \mathrm{recall}_i - \sum_{j \ne i} \frac{m_{ji}}{(C-1)\,t_j}\Bigr)",
    range=_range,
    undefined=_undefined,
    aliases=("auroc_ovo",),
    reference="Mullick et al. 2020, eq. 12",
    note="With uniform importance it is C/(2(C−1))·ACSA + (C−2)/(2(C−1)) (eq. 15).",
)
def one_point_auroc_ovo(c: View) -> Floats:
    taken = c.attracted_wrongly / (c.C - 1)
    return c.mean_of((1 + recall.body(c) - taken) / 2, _undefined)
