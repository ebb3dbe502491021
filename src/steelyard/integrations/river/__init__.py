"""river: a metric that follows a stream, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.integrations.river.score import Score

__all__ = ["Score"]


def __getattr__(name: str) -> Any:
    if name != "Score":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from steelyard.integrations.river.score import Score  # noqa: PLC0415 - river is loaded when it is used
    except ModuleNotFoundError as problem:
        if (problem.name or "").split(".")[0] != "river":
            raise
        raise ImportError("Score needs river; pip install 'steelyard[river]'.") from None
    return Score


def __dir__() -> list[str]:
    return __all__
