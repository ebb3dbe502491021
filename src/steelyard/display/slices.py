"""How metrics move over slices, such as months: one row per slice, one column per metric."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rich.text import Text

from steelyard.confusion import MODEL
from steelyard.display import numbers
from steelyard.display.limits import MOST_ROWS
from steelyard.display.names import shortened, width
from steelyard.display.tables import AS_COUNTED, plain_table
from steelyard.moves import sliced_by

if TYPE_CHECKING:
    from rich.console import RenderableType

    from steelyard.evaluation import Evaluation, Score, SliceName

SHORTLIST = ("accuracy", "balanced_accuracy", "macro_precision", "macro_f", "cba", "mcc")
"""Shown over slices if more metrics than these were evaluated."""

EXPLAINED = "~"


def slice_tables(evaluation: Evaluation, columns: int) -> Iterator[RenderableType]:
    """Yield a table for each model, or the only one, and a legend."""
    by = sliced_by(evaluation.confusion)
    metrics = _shown_metrics(evaluation)
    cut = evaluation.head(MOST_ROWS * len(evaluation.confusion.axes.get(MODEL, [None])))
    tables = _rows(cut, metrics)
    whole = _rows(evaluation.overall, metrics)
    models = shortened([dict(model).get(MODEL) for model in tables])
    for name, (model, rows) in zip(models, tables.items(), strict=True):
        of = f" of {name}" if model else ""
        yield Text(f"Over {' and '.join(by)}{of}", style="bold")
        for some in _batches(metrics, rows, by, columns):
            yield _table(by, whole[model][0], rows, some)
            yield Text()
    more = int(np.prod(evaluation.confusion.shape) - np.prod(cut.confusion.shape))
    if more > 0:
        yield Text(f"… and {more:,} more slices; to_dict(), --json and --csv have all.", style="dim")
    legend = ["“typical”: the median slice at the class shares of all."]
    if any(_explained(score) for rows in tables.values() for row in rows for score in row.scores):
        legend.append(f"{EXPLAINED} the move from “typical” is explained by class shares alone.")
    if len(metrics) < len(evaluation.measured):
        legend.append(
            f"{len(evaluation.measured) - len(metrics)} more metrics: name them, or see to_dict() and --json."
        )
    yield Text("\n".join(legend), style="dim")


def _shown_metrics(evaluation: Evaluation) -> list[str]:
    names = [result.metric.name for result in evaluation.measured]
    return names if len(names) <= len(SHORTLIST) else [name for name in names if name in SHORTLIST] or names[:6]


class _Row(NamedTuple):
    keys: tuple[str, ...]
    items: float
    scores: list[Score]


def _rows(evaluation: Evaluation, metrics: Sequence[str]) -> dict[SliceName, list[_Row]]:
    """Return the slices of each model."""
    axes = evaluation.confusion.axes
    names = {axis: dict(zip(keys, shortened(keys), strict=True)) for axis, keys in axes.items()}
    scores: dict[SliceName, list[Score]] = {}
    for score in evaluation.scores:
        if score.metric.name in metrics:
            scores.setdefault(score.slice, []).append(score)
    found: dict[SliceName, list[_Row]] = {}
    for (name, of_slice), items in zip(scores.items(), np.ravel(evaluation.confusion.total).tolist(), strict=True):
        model = tuple(part for part in name if part[0] == MODEL)
        keys = tuple(names[axis][key] for axis, key in name if axis != MODEL)
        found.setdefault(model, []).append(_Row(keys, items, of_slice))
    return found


def _explained(score: Score) -> bool:
    return score.move is not None and score.move.explained


def _cell(score: Score) -> Text:
    shown = "–" if math.isnan(score.value) else numbers.value(score.value)
    return Text(f"{EXPLAINED}{shown}" if _explained(score) else shown)


def _typical(score: Score) -> str:
    return "–" if score.move is None or math.isnan(score.move.typical) else numbers.value(score.move.typical)


def _heading(score: Score) -> str:
    return f"{score.metric.name}{'' if score.metric.weighted else AS_COUNTED}"


def _batches(metrics: Sequence[str], rows: Sequence[_Row], by: Sequence[str], columns: int) -> Iterator[list[int]]:
    """Yield positions of metrics that fit beside the keys."""
    keys = sum(max(width(name), *(width(row.keys[i]) for row in rows)) + 3 for i, name in enumerate(by))
    keys += max(len(numbers.count(row.items)) for row in rows) + 5
    batch: list[int] = []
    used = keys
    for i, name in enumerate(metrics):
        wide = max(len(name) + 1, len("~0.000")) + 3
        if batch and used + wide > columns:
            yield batch
            batch, used = [], keys
        batch.append(i)
        used += wide
    yield batch


def _table(by: Sequence[str], whole: _Row, rows: Sequence[_Row], metrics: Sequence[int]) -> RenderableType:
    table = plain_table(
        *by, "items" if float(whole.items).is_integer() else "weight", *(_heading(whole.scores[i]) for i in metrics)
    )
    for column in table.columns[: len(by)]:
        column.justify = "left"
    beside = [""] * (len(by) - 1)
    table.add_row("all", *beside, numbers.count(whole.items), *(_cell(whole.scores[i]) for i in metrics))
    table.add_row("typical", *beside, "", *(_typical(rows[0].scores[i]) for i in metrics), end_section=True)
    for row in rows:
        names = [Text(key) for key in row.keys]
        table.add_row(*names, numbers.count(row.items), *(_cell(row.scores[i]) for i in metrics))
    return table
