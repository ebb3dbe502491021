"""river: a metric that follows a stream, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.integrations.on_demand import loaded

if TYPE_CHECKING:
    from steelyard.integrations.river.score import Score

__all__ = ["Score"]


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, {"Score": "score"}, name, ("river",)))


def __dir__() -> list[str]:
    return __all__
