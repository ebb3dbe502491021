"""Questions about metrics themselves, without any data: `sy.lab`.

`bounds` says how low and how high a metric can go, `discriminate` how well it tells matrices apart, and `atlas` has the
verdicts of all metrics on all properties that `sy.audit` examines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.lazy_names import loaded

if TYPE_CHECKING:  # the one table of the names, which load when they are first used: lazy_names.py
    from steelyard.lab import atlas as atlas
    from steelyard.lab.bounding.bounds import bounds as bounds
    from steelyard.lab.bounding.result import Bounds as Bounds
    from steelyard.lab.discrimination.discriminate import discriminate as discriminate
    from steelyard.lab.discrimination.result import Discrimination as Discrimination


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, name))


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
