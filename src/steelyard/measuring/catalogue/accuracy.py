"""Share of items that got the right label."""

from __future__ import annotations

from steelyard.measuring.conditions import empty
from steelyard.measuring.define import whole
from steelyard.measuring.view import Floats, View


@whole(
    title="accuracy",
    symbol=r"\mathrm{Acc}",
    formula=r"\frac{\sum_i tp_i}{n}",
    aliases=(
        "acc",
        "micro_recall",
        "micro_precision",
        "micro_f",
        "micro_f1",
        "f1_micro",
        "precision_micro",
        "recall_micro",
        "recall_weighted",
        "micro tpr",
        "rec_mu",
        "prec_mu",
        "f_mu",
        "f_1mu",
        "parsing accuracy",
    ),
    reference="Branco et al. 2017, Table 1; LMU lecture; Gupta et al. 2020, eq. 3",
    note="Micro recall, micro precision and micro F, since every item has exactly one label; and recall weighted by "
    "class sizes.",
    undefined=empty,
)
def accuracy(c: View) -> Floats:
    return c.total(c.tp) / c.n
