"""What each type of answer draws: the one table of it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard.counts.answer import Pictured
from steelyard.counts.labels import some
from steelyard.evaluation.evaluate import Evaluation

if TYPE_CHECKING:
    from matplotlib.axes import Axes


FIGURES = {
    "Comparison": {"metrics": "values.metrics", "wins": "weight_space.wins"},
    "Confusion": {"confusion": "confusion.confusion"},
    "Distortions": {"distortions": "distortion.distortion_plot"},
    "Evaluation": {"classes": "values.classes", "metrics": "values.metrics", "slices": "slices.slices"},
    "Robustness": {"wins": "weight_space.wins"},
    "ScoreCurves": {"score_curves": "score_curves.score_curves"},
    "WhatIf": {"shares": "over_weights.shares"},
}
"""By the name of the type, its kinds of pictures, the usual first, each by "module.function" of this folder."""


def drawn(answer: Pictured, kind: str | None = None, **options: Any) -> Axes:
    """Draw an answer, as its type is usually drawn or as another kind, and return the axes."""
    known = next(FIGURES[one.__name__] for one in type(answer).__mro__ if one.__name__ in FIGURES)
    wanted = (_usual(answer) or next(iter(known))) if kind is None else kind
    if wanted not in known:
        raise ValueError(f"of {type(answer).__name__}, {some(known)} can be drawn, not {kind!r}.")
    module, _, name = known[wanted].rpartition(".")
    ax: Axes = getattr(import_module(f".{module}", __package__), name)(answer, **options)
    return ax


def _usual(answer: Pictured) -> str | None:
    """Return what is drawn of slices, such as months: how they move."""
    return "slices" if isinstance(answer, Evaluation) and answer.confusion.slice_axes else None
