"""Average over the classes of how far their items are from where they belong."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.measuring.catalogue.class_mae import class_mae
from steelyard.measuring.define import average_of
from steelyard.measuring.view import Floats


def _range(w: Floats) -> tuple[float, Any]:
    place = np.arange(w.shape[-1], dtype=np.float64)
    return 0.0, (w * np.maximum(place, place[::-1])).sum(axis=-1)  # every item at the farther end


macro_mae = average_of(
    class_mae,
    id="macro_mae",
    title="macro-averaged MAE",
    symbol=r"\mathrm{MAE}^{M}",
    range=_range,
    aliases=("macro-averaged mean absolute error", "mmae"),
    reference="Baccianella et al. 2009; imbalanced-learn's macro_averaged_mean_absolute_error",
    note=class_mae.note,
    optional=True,
)
