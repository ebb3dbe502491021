"""PyTorch: metrics on a device, losses that train for a metric or an importance, and a metric for torchmetrics."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as problem:
        missing = (problem.name or "").split(".")[0]
        if missing not in ("torch", "torchmetrics"):
            raise
        raise ImportError(f"{name} needs {missing}; pip install 'steelyard[torch]'.") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
