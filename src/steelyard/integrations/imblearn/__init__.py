"""imbalanced-learn: two classifiers for classes of unequal size, as plain scikit-learn estimators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.integrations.on_demand import loaded

if TYPE_CHECKING:
    from steelyard.integrations.imblearn.rusboost import RUSBoost
    from steelyard.integrations.imblearn.smote_mlp import SmoteMLP

_HOMES = {"RUSBoost": "rusboost", "SmoteMLP": "smote_mlp"}
"""Where each name lives; it is loaded when first used."""

__all__ = ["RUSBoost", "SmoteMLP"]


def __getattr__(name: str) -> Any:
    return globals().setdefault(name, loaded(__name__, _HOMES, name, ("imblearn", "sklearn")))


def __dir__() -> list[str]:
    return sorted(__all__)
