"""Hits of all classes, over them and the errors that involve this class."""

from __future__ import annotations

from steelyard.measuring.conditions import no_part
from steelyard.measuring.define import rate
from steelyard.measuring.view import Floats, View


@rate(
    title="accuracy of one class (exact)",
    symbol=r"\mathrm{Acc}^{*}_i",
    formula=r"\frac{T}{T + fp_i + fn_i},\quad T = \sum_j tp_j",
    reference="Branco et al. 2017, Table 1 (its tn counts only items that got exactly their own label)",
    note="True negatives are only items that got exactly their own label; class_accuracy has the usual ones.",
    undefined=no_part,
)
def exact_class_accuracy(c: View) -> Floats:
    return c.total(c.tp) / (c.total(c.tp) + c.fp + c.fn)
