"""PyTorch: metrics on a device, losses that train for a metric or an importance, and a metric for torchmetrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.integrations.on_demand import loaded

if TYPE_CHECKING:
    from steelyard.integrations.torch.logit_adjustment import LogitAdjustedLoss, adjusted
    from steelyard.integrations.torch.losses import CrossEntropy, FocalLoss
    from steelyard.integrations.torch.metric_loss import MetricLoss
    from steelyard.integrations.torch.score import Score

_HOMES = {
    "CrossEntropy": "losses",
    "FocalLoss": "losses",
    "LogitAdjustedLoss": "logit_adjustment",
    "MetricLoss": "metric_loss",
    "Score": "score",
    "adjusted": "logit_adjustment",
}
"""Where each name lives; it is loaded when first used, so that measuring on a device needs no torchmetrics."""

__all__ = [
    "CrossEntropy",
    "FocalLoss",
    "LogitAdjustedLoss",
    "MetricLoss",
    "Score",
    "adjusted",
]


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, _HOMES, name, ("torch", "torchmetrics")))


def __dir__() -> list[str]:
    return sorted(__all__)
