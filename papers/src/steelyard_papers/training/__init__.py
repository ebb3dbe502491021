"""Does training with an importance help: learners trained plainly and with it, tested under each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard_papers.training.trained import TrainingExperiment
    from steelyard_papers.training.training_experiment import training_experiment

_HOMES = {"TrainingExperiment": "trained", "training_experiment": "training_experiment"}
"""Where each name lives; it is loaded when first used, since the experiment loads scikit-learn."""

__all__ = ["TrainingExperiment", "training_experiment"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"{__name__}.{_HOMES[name]}"), name))


def __dir__() -> list[str]:
    return sorted(__all__)
