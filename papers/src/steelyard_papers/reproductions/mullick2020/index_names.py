"""The indices of section 5, by our ids, and what the paper calls them."""

from __future__ import annotations

OF_TWO = {
    "precision": "Precision",
    "one_point_aurpc": "AURPC",
    "g_mean": "GMean",
    "one_point_auroc": "AUROC",
    "mprecision": "mPrecision",
    "one_point_maurpc": "mAURPC",
}
"""Of two classes; a rate is that of the minority."""

OF_SEVERAL = {
    "g_mean": "GMean",
    "balanced_accuracy": "ACSA",
    "one_point_auroc_ova": "AUROC-OVA",
    "one_point_auroc_ovo": "AUROC-OVO",
    "one_point_nauroc_ova": "nAUROC-OVA",
    "one_point_aurpc_ova": "AURPC-OVA",
    "one_point_maurpc_ova": "mAURPC-OVA",
}

NAMES = OF_TWO | OF_SEVERAL

FIGURE_3 = tuple(OF_TWO)
FIGURE_4A = ("g_mean", "balanced_accuracy", "one_point_nauroc_ova", "one_point_aurpc_ova", "one_point_maurpc_ova")
FIGURE_4B = ("balanced_accuracy", "one_point_nauroc_ova")
FIGURE_5 = ("one_point_auroc_ova", "one_point_auroc_ovo", "one_point_nauroc_ova", "balanced_accuracy", "g_mean")
"""The indices that the figures show, in our order."""
