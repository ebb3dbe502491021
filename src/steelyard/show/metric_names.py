"""Metrics as they stand in the first column of a table: by perspective, with the direction in which they are better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from steelyard.show.parts import Column
from steelyard.show.tables import AS_COUNTED

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation
    from steelyard.evaluation.score import Score
    from steelyard.measuring.record import Metric

PERSPECTIVES = {
    "recall": "Recall: is it found?",
    "precision": "Precision: is it true?",
    "general": "General: both",
}
ARROWS = {"higher": "↑", "lower": "↓"}

WIDEST = 40
"""Columns of a name with its parameters."""


def by_perspective(evaluation: Evaluation) -> Iterator[tuple[str, list[list[Score]]]]:
    """Yield, for each perspective, the scores of its metrics (one list of slices per metric)."""
    for perspective, heading in PERSPECTIVES.items():
        rows: dict[str, list[Score]] = {}
        for score in evaluation.scores:
            if score.metric.perspective == perspective:
                rows.setdefault(score.metric.name, []).append(score)
        if rows:
            yield heading, list(rows.values())


def marked(metric: Metric) -> str:
    """Return a metric's name, marked if it does not follow the importance."""
    return f"{metric.name}{'' if metric.weighted else AS_COUNTED}"


def metric_column(metrics: Sequence[Metric], *, widest: int = WIDEST, indent: int = 0) -> Column:
    """Return the column with the names of metrics."""
    arrows = [ARROWS[metric.direction] for metric in metrics]
    return Column("metric", list(map(marked, metrics)), "names", tails=arrows, widest=widest, indent=indent)
