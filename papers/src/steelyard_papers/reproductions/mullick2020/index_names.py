"""The indices of section 5, by our ids, and what the paper calls them."""

from __future__ import annotations

OF_TWO = {
    "precision": "Precision",
    "aurpc": "AURPC",
    "g_mean": "GMean",
    "auroc": "AUROC",
    "mprecision": "mPrecision",
    "maurpc": "mAURPC",
}
"""Of two classes; a rate is that of the minority."""

OF_SEVERAL = {
    "g_mean": "GMean",
    "balanced_accuracy": "ACSA",
    "auroc_ova": "AUROC-OVA",
    "auroc_ovo": "AUROC-OVO",
    "nauroc_ova": "nAUROC-OVA",
    "aurpc_ova": "AURPC-OVA",
    "maurpc_ova": "mAURPC-OVA",
}

NAMES = OF_TWO | OF_SEVERAL

FIGURE_3 = tuple(OF_TWO)
FIGURE_4A = ("g_mean", "balanced_accuracy", "nauroc_ova", "aurpc_ova", "maurpc_ova")
FIGURE_4B = ("balanced_accuracy", "nauroc_ova")
FIGURE_5 = ("auroc_ova", "auroc_ovo", "nauroc_ova", "balanced_accuracy", "g_mean")
"""The indices that the figures show, in our order."""
