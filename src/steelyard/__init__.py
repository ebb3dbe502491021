"""Steelyard weighs classifiers when classes differ in size and in importance."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard import atlas, decisions, importance, intervals, plots, stream
    from steelyard.advice.advice import Advice
    from steelyard.advice.advise import advise
    from steelyard.audits.audit import Audit, audit
    from steelyard.comparison.compare import compare
    from steelyard.comparison.comparison import Comparison
    from steelyard.confusion import Confusion
    from steelyard.data import count
    from steelyard.disagreement import disagreements
    from steelyard.discrimination.discriminate import discriminate
    from steelyard.distortion.distort import distortions
    from steelyard.evaluation import Evaluation, evaluate
    from steelyard.extremes.bounds import bounds
    from steelyard.joint import Joint
    from steelyard.measuring import average, measure
    from steelyard.probabilities import brier, log_loss
    from steelyard.record import Metric
    from steelyard.registry import metric, metrics
    from steelyard.weightings.robustness import robustness
    from steelyard.what_ifs import at_shares, what_if

__version__ = "0.1.0"

_HOMES = {
    "Advice": "advice.advice",
    "Audit": "audits.audit",
    "Comparison": "comparison.comparison",
    "Confusion": "confusion",
    "Evaluation": "evaluation",
    "Joint": "joint",
    "Metric": "record",
    "advise": "advice.advise",
    "at_shares": "what_ifs",
    "audit": "audits.audit",
    "average": "measuring",
    "bounds": "extremes.bounds",
    "brier": "probabilities",
    "compare": "comparison.compare",
    "count": "data",
    "disagreements": "disagreement",
    "discriminate": "discrimination.discriminate",
    "distortions": "distortion.distort",
    "evaluate": "evaluation",
    "log_loss": "probabilities",
    "measure": "measuring",
    "metric": "registry",
    "metrics": "registry",
    "robustness": "weightings.robustness",
    "what_if": "what_ifs",
}
"""Where each public name lives; it is loaded when first used, so that `import steelyard` stays light."""

_PACKAGES = ("atlas", "decisions", "importance", "intervals", "plots", "stream")

__all__ = [
    "Advice",
    "Audit",
    "Comparison",
    "Confusion",
    "Evaluation",
    "Joint",
    "Metric",
    "advise",
    "at_shares",
    "atlas",
    "audit",
    "average",
    "bounds",
    "brier",
    "compare",
    "count",
    "decisions",
    "disagreements",
    "discriminate",
    "distortions",
    "evaluate",
    "importance",
    "intervals",
    "log_loss",
    "measure",
    "metric",
    "metrics",
    "plots",
    "robustness",
    "stream",
    "what_if",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"steelyard.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'steelyard' has no attribute {name!r}")
    value = getattr(import_module(f"steelyard.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
