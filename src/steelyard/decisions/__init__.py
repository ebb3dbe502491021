"""From probabilities to decisions: rules for a metric and an importance, recalibration, other class shares, scores.

`log_loss` and `brier` are here, not among `sy.metrics`: those are functions of counts, and these need probabilities.
"""

from steelyard.decisions.recalibration import Recalibration, recalibrate
from steelyard.decisions.rule import Rule, decide
from steelyard.decisions.shares_shift import at_class_shares, class_shares
from steelyard.decisions.tuning import tune
from steelyard.measuring.probabilities import brier, log_loss

__all__ = [
    "Recalibration",
    "Rule",
    "at_class_shares",
    "brier",
    "class_shares",
    "decide",
    "log_loss",
    "recalibrate",
    "tune",
]
