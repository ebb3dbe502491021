"""Models side by side: a column each, the best value of each metric marked, the interval beside or below the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from steelyard.display import numbers
from steelyard.display.fitting import GAP, column_width
from steelyard.display.how_sure import compact, reasons
from steelyard.display.metric_names import by_perspective, metric_column
from steelyard.display.names import WIDEST, shortened, width
from steelyard.display.parts import Column, Sheet
from steelyard.labels import text

if TYPE_CHECKING:
    from steelyard.display.footnotes import Footnotes
    from steelyard.evaluation import Evaluation
    from steelyard.score import Score, SliceName

SIDE_BY_SIDE = 3
"""Long names are shortened until so many models fit side by side."""


def models_sheet(evaluation: Evaluation, best: Mapping[str, float], footnotes: Footnotes, room: int) -> Sheet:
    """Return a table with a column for each model; for a single matrix, one for its values."""
    sections: dict[int, str] = {}
    rows: list[list[Score]] = []
    for heading, scores in by_perspective(evaluation):
        sections[len(rows)] = heading
        rows += scores
    # Row by row, so that the footnotes are numbered as they are read.
    values = [
        [f"{footnotes.mark(reasons(one))}{_star(one, best)}{numbers.value(one.value)}" for one in row] for row in rows
    ]
    metrics = metric_column([row[0].metric for row in rows], indent=2)
    columns = [
        Column(
            "",
            cells,
            extras=[compact(score.interval) for score in scores],
            strong={i for i, score in enumerate(scores) if _star(score, best) == "*"},
        )
        for cells, scores in zip(zip(*values, strict=True), zip(*rows, strict=True), strict=True)
    ]
    first = max(column_width(metrics, beside=True), *map(width, sections.values()))
    names = _headings([score.slice for score in rows[0]], columns, room - first)
    named = [replace(column, heading=name) for column, name in zip(columns, names, strict=True)]
    return Sheet([metrics, *named], sections=sections)


def _star(score: Score, best: Mapping[str, float]) -> str:
    return "*" if score.value == best.get(score.metric.name) else " "


def _headings(slices: Sequence[SliceName], columns: Sequence[Column], room: int) -> list[str]:
    """Return what the models are called, shortened until some of them fit into the room."""
    if slices == [()]:
        return ["value"]
    beside = sum(column_width(column, beside=True) + GAP for column in columns) <= room
    widest = max(column_width(column, beside=beside) for column in columns)
    fair = room // min(SIDE_BY_SIDE, len(slices)) - GAP
    return list(slice_names(slices, max(widest, min(WIDEST, fair))).values())


def slice_names(slices: Sequence[SliceName], widest: int = WIDEST) -> dict[SliceName, str]:
    """Return slices as they are called, so that different ones stay different."""
    keys = [", ".join(text(key) for _, key in name) for name in slices]
    return dict(zip(slices, shortened(keys, widest), strict=True))


def best_values(evaluation: Evaluation) -> dict[str, float]:
    """Return each metric's best value over all slices, shown or not; none where all are equal.

    A value that left classes out answers another question than one that did not, so it does not compete.
    """
    best = {}
    for result in evaluation.measured:
        complete = ~np.isnan(result.value)
        if result.undefined is not None:
            out = (result.undefined & (result.relevance > 0)).reshape(-1, len(result.relevance))
            if not (out == out[0]).all():  # otherwise all left the same classes out, and compare
                complete &= ~out.any(axis=-1).reshape(complete.shape)
        known = result.value[complete]
        if known.size and known.min() < known.max():
            best[result.metric.name] = float(known.max() if result.metric.direction == "higher" else known.min())
    return best
