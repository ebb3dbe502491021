"""Scores, not only answers: ranking and probabilities of models, by importance, with intervals and a verdict.

`sy.scores.evaluate` measures, `sy.scores.compare` says which model is better on the same items, `sy.scores.regret`
which decides better over all importance that is left open; `sy.scores.curve` has what is drawn over thresholds,
`sy.scores.count` counts scores into bins where they lie, however many there are, and `sy.scores.metrics` are the
metrics. What a threshold makes of scores are labels, and `sy.evaluate` is for these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.scores.binned import BinnedScores as BinnedScores
    from steelyard.scores.binning import count as count
    from steelyard.scores.catalogue import metrics as metrics
    from steelyard.scores.comparison import ScoreComparison as ScoreComparison
    from steelyard.scores.comparison import compare as compare
    from steelyard.scores.curves import curve as curve
    from steelyard.scores.decision_curves import ScoreCurves as ScoreCurves
    from steelyard.scores.evaluation import ScoreEvaluation as ScoreEvaluation
    from steelyard.scores.evaluation import evaluate as evaluate
    from steelyard.scores.registry import ScoreMetric as ScoreMetric
    from steelyard.scores.regrets import Regret as Regret
    from steelyard.scores.regrets import regret as regret
    from steelyard.scores.table import Scores as Scores


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
