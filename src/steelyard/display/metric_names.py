"""Metrics as they stand in the first column of a table: by perspective, with the direction in which they are better."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.display.tables import AS_COUNTED

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation
    from steelyard.score import Score

PERSPECTIVES = {
    "recall": "Recall: is it found?",
    "precision": "Precision: is it true?",
    "general": "General: both",
}
ARROWS = {"higher": "↑", "lower": "↓"}


def by_perspective(evaluation: Evaluation) -> Iterator[tuple[str, list[list[Score]]]]:
    """Yield, for each perspective, the scores of its metrics (one list of slices per metric)."""
    for perspective, heading in PERSPECTIVES.items():
        rows: dict[str, list[Score]] = {}
        for score in evaluation.scores:
            if score.metric.perspective == perspective:
                rows.setdefault(score.metric.name, []).append(score)
        if rows:
            yield heading, list(rows.values())


def metric_names(evaluation: Evaluation) -> dict[str, str]:
    """Return what stands in the first column for each metric."""
    metrics = [result.metric for result in evaluation.measured]
    names = [f"  {metric.name}{'' if metric.weighted else AS_COUNTED}" for metric in metrics]
    widest = max(map(len, names), default=0)
    return {
        metric.name: f"{name.ljust(widest)} {ARROWS[metric.direction]}"
        for metric, name in zip(metrics, names, strict=True)
    }


def first_column(evaluation: Evaluation) -> int:
    """Return how wide the first column is."""
    return max(map(len, [*PERSPECTIVES.values(), *metric_names(evaluation).values()]))
