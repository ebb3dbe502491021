"""AUROC-OVA, scaled so that its least possible value is 0 whatever the classes and their weights."""

from __future__ import annotations

from steelyard.measuring.catalogue.auroc import auroc
from steelyard.measuring.catalogue.auroc_ova import auroc_ova, least_auroc
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View


@combined(
    title="nAUROC-OVA",
    symbol=r"\tilde\rho_a",
    formula=r"\frac{\rho_a - \lambda}{1 - \lambda},\quad \lambda = \frac{1 - w_{(1)} - w_{(2)}}{2}",
    undefined=auroc_ova.undefined,
    reference="Mullick et al. 2020, section 4 (remedy for Condition 2)",
    note=(
        "λ is the least AUROC-OVA for these weights over all class sizes, w₍₁₎ and w₍₂₎ the two largest weights of the "
        "classes with items; with uniform importance (C − 2)/(2C), as in the paper."
    ),
)
def nauroc_ova(c: View) -> Floats:
    kept = c.relevance * ~auroc.undefined(c)
    # Averaged as the rates are, so that classes which count as 0 lower it alike.
    least = c.mean_of(least_auroc(kept / c.total(kept)), auroc.undefined)
    return (auroc_ova.body(c) - least) / (1 - least)
