"""AUROC-OVA, scaled so that its least possible value is 0 whatever the number of classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.catalogue.auroc_ova import auroc_ova, least_auroc
from steelyard.define import combined
from steelyard.view import Floats, View


def _least(C: Any) -> Any:
    """Return λ, the least AUROC-OVA of C classes over all supports; with fewer than two there is nothing to scale."""
    several = np.maximum(C, 2)
    return (several - 2) / (2 * several)


def _range(w: Floats) -> tuple[Any, float]:
    least = float(_least(w.shape[-1]))
    return (least_auroc(w) - least) / (1 - least), 1.0


@combined(
    title="nAUROC-OVA",
    symbol=r"\tilde\rho_a",
    formula=r"\frac{\rho_a - \lambda}{1 - \lambda},\quad \lambda = \frac{C - 2}{2C}",
    range=_range,
    undefined=auroc_ova.undefined,
    reference="Mullick et al. 2020, section 4 (remedy for Condition 2)",
    note="λ is that of the classes with items.",
)
def nauroc_ova(c: View) -> Floats:
    least = _least(c.total(c.t > 0))
    return (auroc_ova.body(c) - least) / (1 - least)
