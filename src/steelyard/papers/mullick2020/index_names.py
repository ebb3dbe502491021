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
