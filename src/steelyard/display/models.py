"""Models side by side: a column each, the best value of each metric marked, the interval beside or below the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich.text import Text

from steelyard.display import numbers
from steelyard.display.how_sure import compact, reasons
from steelyard.display.metric_names import by_perspective, first_column, metric_names
from steelyard.display.names import WIDEST, shortened
from steelyard.display.names import width as cells
from steelyard.display.tables import flush, plain_table
from steelyard.labels import text

if TYPE_CHECKING:
    from rich.table import Table

    from steelyard.display.footnotes import Footnotes
    from steelyard.evaluation import Evaluation
    from steelyard.score import Score, SliceName

SIDE_BY_SIDE = 3
"""Long names are shortened until so many models fit side by side."""

GAP = len("   ")

Shown = dict[str, dict["SliceName", str]]
"""What stands in the table, by metric and slice."""


def models_tables(
    evaluation: Evaluation, best: Mapping[str, float], footnotes: Footnotes, width: int
) -> Iterator[Table]:
    """Yield one table, or as many as it takes for all models."""
    slices = list(dict.fromkeys(score.slice for score in evaluation.scores))
    shown = _cells(evaluation, best, footnotes, width - first_column(evaluation), len(slices))
    widest = max(cells(line) for row in shown.values() for cell in row.values() for line in cell.splitlines())
    for batch in _batches(slices, widest, width - first_column(evaluation)):
        yield _table(evaluation, batch, shown, best)


def _cells(evaluation: Evaluation, best: Mapping[str, float], footnotes: Footnotes, room: int, slices: int) -> Shown:
    """Return values with their intervals: beside them if all models fit that way, else below."""
    scores = [score for _, rows in by_perspective(evaluation) for row in rows for score in row]
    values = [f"{footnotes.mark(reasons(score))}{_star(score, best)}{numbers.value(score.value)}" for score in scores]
    intervals = [compact(score.interval) for score in scores]
    longest = max(map(len, intervals))
    beside = slices * (max(map(len, values)) + 1 + longest + GAP) <= room
    found: Shown = {}
    for score, value, interval in zip(scores, values, intervals, strict=True):
        with_interval = f"{value} {interval.ljust(longest)}" if beside else f"{value}\n{interval}"
        found.setdefault(score.metric.name, {})[score.slice] = with_interval if longest else value
    return found


def _star(score: Score, best: Mapping[str, float]) -> str:
    return "*" if score.value == best.get(score.metric.name) else " "


def _batches(slices: Sequence[SliceName], widest: int, room: int) -> Iterator[dict[SliceName, str]]:
    """Yield the slices, and how they are called, in groups that fit beside the metric names."""
    beside = room // min(SIDE_BY_SIDE, len(slices)) - GAP
    names = slice_names(slices, max(widest, min(WIDEST, beside)))
    size = max(1, room // (max(widest, *map(cells, names.values())) + GAP))
    for start in range(0, len(slices), size):
        yield {name: names[name] for name in slices[start : start + size]}


def slice_names(slices: Sequence[SliceName], widest: int = WIDEST) -> dict[SliceName, str]:
    """Return slices as they are called, so that different ones stay different."""
    keys = [", ".join(text(key) for _, key in name) for name in slices]
    return dict(zip(slices, shortened(keys, widest), strict=True))


def _table(evaluation: Evaluation, batch: Mapping[SliceName, str], shown: Shown, best: Mapping[str, float]) -> Table:
    columns = {name: _flush(title, [row[name] for row in shown.values()]) for name, title in batch.items()}
    table = plain_table("metric", *(title for title, *_ in columns.values()))
    for column in table.columns:
        column.justify = "left"
    rest = zip(*(column[1:] for column in columns.values()), strict=True)
    names = metric_names(evaluation)
    for heading, rows in by_perspective(evaluation):
        table.add_row(Text(heading, style="bold"))
        for scores in rows:
            wins = {score.slice for score in scores if _star(score, best) == "*"}
            styles = ("bold" if name in wins else "" for name in batch)
            found = (Text(cell, style=style) for cell, style in zip(next(rest), styles, strict=True))
            table.add_row(Text(names[scores[0].metric.name]), *found)
    return table


def _flush(title: str, shown: Sequence[str]) -> list[str]:
    """Return a title and its cells, of one or two lines each, at the right."""
    lines = iter(flush([title, *(line for cell in shown for line in cell.split("\n"))]))
    return [next(lines), *("\n".join(next(lines) for _ in cell.split("\n")) for cell in shown)]


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
