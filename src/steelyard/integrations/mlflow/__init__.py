"""MLflow: evaluations and comparisons logged to a run, and our metrics in `mlflow.models.evaluate`."""

from steelyard.integrations.mlflow.evaluation_metrics import extra_metrics, metric
from steelyard.integrations.mlflow.runs import log_comparison, log_evaluation

__all__ = ["extra_metrics", "log_comparison", "log_evaluation", "metric"]
