"""PyTorch: metrics on a device, losses that train for a metric or an importance, and a metric for torchmetrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.integrations.torch.losses import CrossEntropy as CrossEntropy
    from steelyard.integrations.torch.losses import FocalLoss as FocalLoss
    from steelyard.integrations.torch.losses import LogitAdjustedLoss as LogitAdjustedLoss
    from steelyard.integrations.torch.losses import adjusted as adjusted
    from steelyard.integrations.torch.metric_loss import MetricLoss as MetricLoss
    from steelyard.integrations.torch.score import Score as Score


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name, ("torch", "torchmetrics")))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
