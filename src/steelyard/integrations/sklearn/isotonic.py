"""Isotonic recalibration, class by class, as scikit-learn fits it; the record does without scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sklearn.isotonic import IsotonicRegression

from steelyard.decisions.recalibration import IsotonicByClass
from steelyard.decisions.recalibrator import loss_of, through

if TYPE_CHECKING:
    from steelyard.decisions.validation import Validation


def isotonic(items: Validation) -> IsotonicByClass:
    """Fit the map on validation items."""
    bends = []
    for k in range(items.C):
        fitted = IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
        fitted.fit(items.columns[k], items.truth == k, sample_weight=items.weights)
        bends.append((fitted.X_thresholds_, fitted.y_thresholds_))
    stated, found = zip(*bends, strict=True)
    size = float(items.t.sum())
    before = loss_of(items) / size
    result = IsotonicByClass("isotonic", items.labels, size, before, before, stated, found)
    return IsotonicByClass(
        "isotonic", items.labels, size, before, loss_of(through(items, result)) / size, stated, found
    )
