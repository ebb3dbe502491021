"""Balanced accuracy, scaled so that guessing is 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.measuring.catalogue.recall import recall
from steelyard.measuring.conditions import alone
from steelyard.measuring.define import combined
from steelyard.measuring.view import Floats, View

_undefined = recall.undefined | alone


def _range(w: Floats) -> tuple[Any, float]:
    K = np.maximum((w > 0).sum(axis=-1), 2)
    return -1 / (K - 1), 1.0


@combined(
    title="adjusted balanced accuracy",
    perspective="recall",
    symbol=r"\mathrm{Rec}^{\phi}_{\mathrm{adj}}",
    formula=r"\frac{\mathrm{Rec}^{\phi} - 1/K}{1 - 1/K}",
    range=_range,
    aliases=("adjusted balanced accuracy", "balanced_accuracy_adjusted"),
    undefined=_undefined,
    reference="scikit-learn's balanced_accuracy_score(adjusted=True)",
    note="K classes have items and weight, at least 2. Who guesses all of them alike has 0.",
    optional=True,
)
def adjusted_bac(c: View) -> Floats:
    taking_part = (c.relevance > 0) & ~_undefined(c)
    K = np.maximum(c.total(taking_part), 2)
    # Averaged as the recalls are, so that classes which count as 0 lower it alike.
    guessing = c.mean_of(1 / K, _undefined)
    return (c.mean_of(recall.body(c), _undefined) - guessing) / (1 - guessing)
