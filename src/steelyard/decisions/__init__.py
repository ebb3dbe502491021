"""From probabilities to decisions: rules found for any metric under any importance, and other class shares."""

from steelyard.decisions.rule import Rule, decide
from steelyard.decisions.shares_shift import at_class_shares, class_shares
from steelyard.decisions.tuning import tune

__all__ = ["Rule", "at_class_shares", "class_shares", "decide", "tune"]
