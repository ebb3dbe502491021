"""Steelyard weighs classifiers when classes differ in size and in importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard import decisions as decisions
    from steelyard import extending as extending
    from steelyard import importance as importance
    from steelyard import intervals as intervals
    from steelyard import lab as lab
    from steelyard import plots as plots
    from steelyard import scores as scores
    from steelyard import shares as shares
    from steelyard import stream as stream
    from steelyard.advice.advice import Advice as Advice
    from steelyard.advice.advise import advise as advise
    from steelyard.comparison.compare import compare as compare
    from steelyard.comparison.comparison import Comparison as Comparison
    from steelyard.counts.confusion import Confusion as Confusion
    from steelyard.counts.data import count as count
    from steelyard.counts.joint import Joint as Joint
    from steelyard.evaluation.evaluate import Evaluation as Evaluation
    from steelyard.evaluation.evaluate import evaluate as evaluate
    from steelyard.lab.audits.audit import Audit as Audit
    from steelyard.measuring.define import metric as metric
    from steelyard.measuring.measure import measure as measure
    from steelyard.measuring.record import Metric as Metric
    from steelyard.measuring.registry import metrics as metrics
    from steelyard.scores.audits.audit import audit as audit

__version__ = "0.2.0.dev0"


def __getattr__(name: str) -> Any:
    from steelyard.lazy_names import loaded  # noqa: PLC0415 - `import steelyard` loads nothing

    return globals().setdefault(name, loaded(__name__, name))


def __dir__() -> list[str]:
    return [*__getattr__("__all__"), "__version__"]
