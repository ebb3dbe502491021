"""Classifiers for classes of unequal size, as Mullick et al. 2020 compare them: plain scikit-learn estimators."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard_papers.classifiers.lexiboost.estimator import DualLexiBoost
    from steelyard_papers.classifiers.near_bayes.estimator import NearBayesianSVM
    from steelyard_papers.classifiers.rusboost import RUSBoost
    from steelyard_papers.classifiers.smote_mlp import SmoteMLP

_HOMES = {
    "DualLexiBoost": "lexiboost.estimator",
    "NearBayesianSVM": "near_bayes.estimator",
    "RUSBoost": "rusboost",
    "SmoteMLP": "smote_mlp",
}
"""Where each name lives; it is loaded when first used, since two of them load imbalanced-learn."""

__all__ = ["DualLexiBoost", "NearBayesianSVM", "RUSBoost", "SmoteMLP"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"{__name__}.{_HOMES[name]}"), name))


def __dir__() -> list[str]:
    return sorted(__all__)
