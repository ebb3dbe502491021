"""LightGBM: evaluation and early stopping by our metrics under an importance, and weights for training."""

from steelyard.integrations.boosting import sample_weight
from steelyard.integrations.lightgbm.early_stopping import early_stopping
from steelyard.integrations.lightgbm.evaluation import evaluation

__all__ = ["early_stopping", "evaluation", "sample_weight"]
