"""Steelyard weighs classifiers when classes differ in size and in importance."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard import decisions, importance, intervals, plots, stream
    from steelyard.advice.advice import Advice
    from steelyard.advice.advise import advise
    from steelyard.comparison.compare import compare
    from steelyard.comparison.comparison import Comparison
    from steelyard.comparison.disagreement import disagreements
    from steelyard.comparison.robustness.robustness import robustness
    from steelyard.counts.confusion import Confusion
    from steelyard.counts.data import count
    from steelyard.counts.joint import Joint
    from steelyard.evaluation.evaluate import Evaluation, evaluate
    from steelyard.lab import atlas
    from steelyard.lab.audits.audit import Audit, audit
    from steelyard.lab.bounding.bounds import bounds
    from steelyard.lab.discrimination.discriminate import discriminate
    from steelyard.measuring.measure import average, measure
    from steelyard.measuring.probabilities import brier, log_loss
    from steelyard.measuring.record import Metric
    from steelyard.measuring.registry import metric, metrics
    from steelyard.shares.distortion.distort import distortions
    from steelyard.shares.what_ifs import at_shares, what_if

__version__ = "0.1.0"

_HOMES = {
    "Advice": "advice.advice",
    "Audit": "lab.audits.audit",
    "Comparison": "comparison.comparison",
    "Confusion": "counts.confusion",
    "Evaluation": "evaluation.evaluate",
    "Joint": "counts.joint",
    "Metric": "measuring.record",
    "advise": "advice.advise",
    "at_shares": "shares.what_ifs",
    "audit": "lab.audits.audit",
    "average": "measuring.measure",
    "bounds": "lab.bounding.bounds",
    "brier": "measuring.probabilities",
    "compare": "comparison.compare",
    "count": "counts.data",
    "disagreements": "comparison.disagreement",
    "discriminate": "lab.discrimination.discriminate",
    "distortions": "shares.distortion.distort",
    "evaluate": "evaluation.evaluate",
    "log_loss": "measuring.probabilities",
    "measure": "measuring.measure",
    "metric": "measuring.registry",
    "metrics": "measuring.registry",
    "robustness": "comparison.robustness.robustness",
    "what_if": "shares.what_ifs",
}
"""Where each public name lives; it is loaded when first used, so that `import steelyard` stays light."""

_PACKAGES = {name: name for name in ("decisions", "importance", "intervals", "plots", "stream")}
_PACKAGES["atlas"] = "lab.atlas"

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
        return import_module(f"steelyard.{_PACKAGES[name]}")
    if name not in _HOMES:
        raise AttributeError(f"module 'steelyard' has no attribute {name!r}")
    value = getattr(import_module(f"steelyard.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
