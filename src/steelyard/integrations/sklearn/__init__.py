"""scikit-learn: scorers, weights for training, a display, meta-estimators that decide by importance, classifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.integrations.on_demand import loaded

if TYPE_CHECKING:
    from steelyard.integrations.sklearn.decision_tuner import DecisionTuner
    from steelyard.integrations.sklearn.display import EvaluationDisplay
    from steelyard.integrations.sklearn.lexiboost.estimator import DualLexiBoost
    from steelyard.integrations.sklearn.near_bayes.estimator import NBSVM
    from steelyard.integrations.sklearn.prior_shift import PriorShift
    from steelyard.integrations.sklearn.scoring import scorer
    from steelyard.integrations.sklearn.trained import TrainingExperiment
    from steelyard.integrations.sklearn.training_experiment import training_experiment
    from steelyard.integrations.sklearn.weights import class_weight, sample_weight

_HOMES = {
    "DecisionTuner": "decision_tuner",
    "DualLexiBoost": "lexiboost.estimator",
    "EvaluationDisplay": "display",
    "NBSVM": "near_bayes.estimator",
    "PriorShift": "prior_shift",
    "TrainingExperiment": "trained",
    "class_weight": "weights",
    "sample_weight": "weights",
    "scorer": "scoring",
    "training_experiment": "training_experiment",
}
"""Where each name lives; it is loaded when first used, so that weights need no scikit-learn."""

__all__ = [
    "NBSVM",
    "DecisionTuner",
    "DualLexiBoost",
    "EvaluationDisplay",
    "PriorShift",
    "TrainingExperiment",
    "class_weight",
    "sample_weight",
    "scorer",
    "training_experiment",
]


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, _HOMES, name, ("sklearn",)))


def __dir__() -> list[str]:
    return sorted(__all__)
