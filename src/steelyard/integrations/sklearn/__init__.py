"""scikit-learn: scorers, weights for training, a display, meta-estimators that decide by importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.integrations.on_demand import loaded

if TYPE_CHECKING:
    from steelyard.integrations.sklearn.decision_tuner import DecisionTuner
    from steelyard.integrations.sklearn.display import EvaluationDisplay
    from steelyard.integrations.sklearn.prior_shift import PriorShift
    from steelyard.integrations.sklearn.scoring import scorer
    from steelyard.integrations.sklearn.weights import class_weight, sample_weight

_HOMES = {
    "DecisionTuner": "decision_tuner",
    "EvaluationDisplay": "display",
    "PriorShift": "prior_shift",
    "class_weight": "weights",
    "sample_weight": "weights",
    "scorer": "scoring",
}
"""Where each name lives; it is loaded when first used, so that weights need no scikit-learn."""

__all__ = [
    "DecisionTuner",
    "EvaluationDisplay",
    "PriorShift",
    "class_weight",
    "sample_weight",
    "scorer",
]


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, _HOMES, name, ("sklearn",)))


def __dir__() -> list[str]:
    return sorted(__all__)
