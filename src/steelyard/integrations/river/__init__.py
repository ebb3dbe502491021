"""river: a metric that follows a stream, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.integrations.river.score import Score as Score


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name, ("river",)))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
