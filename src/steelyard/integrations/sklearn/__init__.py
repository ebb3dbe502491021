"""scikit-learn: scorers, weights for training, a display, meta-estimators that decide by importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.integrations.boosting import sample_weight as sample_weight
    from steelyard.integrations.goals import class_weight as class_weight
    from steelyard.integrations.sklearn.around import SharesShift as SharesShift
    from steelyard.integrations.sklearn.decision_tuner import DecisionTuner as DecisionTuner
    from steelyard.integrations.sklearn.display import EvaluationDisplay as EvaluationDisplay
    from steelyard.integrations.sklearn.scoring import scorer as scorer


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name, ("sklearn",)))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
