"""scikit-learn: scorers, weights for training, a display, and meta-estimators that decide by importance."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.integrations.sklearn.decision_tuner import DecisionTuner
    from steelyard.integrations.sklearn.display import EvaluationDisplay
    from steelyard.integrations.sklearn.prior_shift import PriorShift
    from steelyard.integrations.sklearn.scoring import scorer
    from steelyard.integrations.sklearn.trained import TrainingExperiment
    from steelyard.integrations.sklearn.training_experiment import training_experiment
    from steelyard.integrations.sklearn.weights import class_weight, sample_weight

_HOMES = {
    "DecisionTuner": "decision_tuner",
    "EvaluationDisplay": "display",
    "PriorShift": "prior_shift",
    "TrainingExperiment": "trained",
    "class_weight": "weights",
    "sample_weight": "weights",
    "scorer": "scoring",
    "training_experiment": "training_experiment",
}
"""Where each name lives; it is loaded when first used, so that weights need no scikit-learn."""

__all__ = [
    "DecisionTuner",
    "EvaluationDisplay",
    "PriorShift",
    "TrainingExperiment",
    "class_weight",
    "sample_weight",
    "scorer",
    "training_experiment",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as problem:
        if problem.name is None or problem.name.split(".")[0] != "sklearn":
            raise
        raise ImportError(f"{name} needs scikit-learn; pip install 'steelyard[sklearn]'.") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
