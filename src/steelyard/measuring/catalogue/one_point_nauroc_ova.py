"""AUROC-OVA, scaled so that its least possible value is 0 whatever the classes and their weights."""

from __future__ import annotations

from steelyard.measuring.catalogue.one_point_auroc import one_point_auroc
from steelyard.measuring.catalogue.one_point_auroc_ova import least_auroc, one_point_auroc_ova
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View


@combined(
    title="nAUROC-OVA",
    symbol=r"\tilde\rho_a",
    formula=r"\frac{\rho_a - \lambda}{1 - \lambda},\quad \lambda = \frac{1 - w_{(1)} - w_{(2)}}{2}",
    undefined=one_point_auroc_ova.undefined,
    aliases=("nauroc_ova",),
    reference="Mullick et al. 2020, section 4 (remedy for Condition 2)",
    note=(
        "λ is the least AUROC-OVA for these weights over all class sizes, w₍₁₎ and w₍₂₎ the two largest weights of the "
        "classes with items; with uniform importance (C − 2)/(2C), as in the paper."
    ),
)
def one_point_nauroc_ova(c: View) -> Floats:
    kept = c.relevance * ~one_point_auroc.undefined(c)
    # Averaged as the rates are, so that classes which count as 0 lower it alike.
    least = c.mean_of(least_auroc(kept / c.total(kept)), one_point_auroc.undefined)
    return (one_point_auroc_ova.body(c) - least) / (1 - least)
