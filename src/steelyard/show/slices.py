"""How metrics move over slices, such as months; and the first slices of a long evaluation."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.moves import Moves, sliced_by
from steelyard.measuring.notes import Notes
from steelyard.show import numbers
from steelyard.show.how_sure import compact, how_made
from steelyard.show.models import marked
from steelyard.show.names import shortened
from steelyard.show.numbers import MOST_ROWS
from steelyard.show.parts import EMPTY_LINE, Column, Part, Sentence, Sheet

if TYPE_CHECKING:
    from steelyard.evaluation.score import Score


@dataclass(frozen=True, eq=False, repr=False)
class Head(Evaluation):
    """The first slices of an evaluation; they move as they do in the whole."""

    longer: Evaluation | None = None

    @cached_property
    def moves(self) -> Sequence[Moves | None]:
        shape = self.confusion.shape
        if self.longer is None or not sliced_by(self.confusion):
            return super().moves
        axis = next(i for i, size in enumerate(self.longer.confusion.shape) if size != shape[i])
        return [moved and moved.head(axis, shape[axis]) for moved in self.longer.moves]


def head(evaluation: Evaluation, slices: int) -> Evaluation:
    """Return the first of a long stack, about so many slices."""
    cm = evaluation.confusion
    if int(np.prod(cm.shape)) <= slices:
        return evaluation
    axis = next(iter(sliced_by(cm) or cm.axes))
    at = list(cm.axes).index(axis)
    first = max(1, slices * cm.shape[at] // int(np.prod(cm.shape)))
    cut = {
        "confusion": cm.head(axis, first),
        "measured": tuple(result.head(at, first) for result in evaluation.measured),
        "rates": tuple(result.head(at, first) for result in evaluation.rates),
    }
    kept = {field.name: getattr(evaluation, field.name) for field in fields(Evaluation)}
    return Head(**{**kept, **cut}, longer=evaluation)


# How metrics move over slices, such as months: one row per slice, and a column for each metric or each model.


EXPLAINED, DOUBTED, PARTIAL = "~", "?", "!"

MOST_NOTES, MOST_NAMED = 3, 3
"""Notes below the table, and slices that a note names; the rest is counted."""


def slice_parts(evaluation: Evaluation, chosen: Sequence[str]) -> Iterator[Part]:
    """Yield some metrics of one model side by side, or the models side by side for each metric, and a legend."""
    cm = evaluation.confusion
    over = f"over {' and '.join(sliced_by(cm))}"
    cut = head(evaluation.of_metrics(chosen), MOST_ROWS * len(cm.axes.get(MODEL, [None])))
    cut.uncertainty.look(np.ndindex(cut.confusion.shape))
    result = _columns(cut, evaluation.overall, chosen)
    models = dict(zip(cm.axes.get(MODEL, [None]), shortened(cm.axes.get(MODEL, [None])), strict=True))
    if MODEL in cm.axes:
        titles = {
            f"{marked(result[name, next(iter(models))].whole.metric)} {over}": {
                models[model]: result[name, model] for model in models
            }
            for name in chosen
        }
    else:
        titles = {f"O{over[1:]}": {marked(result[name, None].whole.metric): result[name, None] for name in chosen}}
    keys = _keys(cut)
    for title, columns in titles.items():
        values = [_values(heading, column) for heading, column in columns.items()]
        yield Sentence(title, "strong")
        yield Sheet([*keys, *values], keys=len(keys), rules={1}, beside=True)
        yield EMPTY_LINE
    more = int(np.prod(cm.shape) - np.prod(cut.confusion.shape))
    if more > 0:
        yield Sentence(f"… and {more:,} more slices; to_dict(), --json and --csv have all.", "dim")
    legend = ["typical: the median slice, if all slices had the same class shares."]
    if any(_explained(score) and not _partial(score) for column in result.values() for score in column.scores):
        legend.append(f"{EXPLAINED} differs from typical because of class shares alone.")
    if any(_doubted(score) for column in result.values() for score in column.scores):
        legend.append(f"{DOUBTED} the interval may be wrong: to_dict(), --json and --csv say why.")
    made = how_made(cut.uncertainty)
    if made != how_made(evaluation.overall.uncertainty):
        legend.append(f"Of the slices: {made}")
    for line in legend:
        yield Sentence(line, "dim")
    yield from _partial_notes(cm, [score for column in result.values() for score in column.scores])


class _Column(NamedTuple):
    """One metric of one model: its value over all slices, and in each."""

    whole: Score
    scores: list[Score]


def _columns(
    evaluation: Evaluation, overall: Evaluation, metrics: Sequence[str]
) -> dict[tuple[str, Hashable], _Column]:
    """Return the columns by metric and model (None if there is only one)."""
    result: dict[tuple[str, Hashable], _Column] = {}
    for score in overall.scores:
        if score.metric.name in metrics:
            result[score.metric.name, dict(score.slice).get(MODEL)] = _Column(score, [])
    for score in evaluation.scores:
        if score.metric.name in metrics:
            result[score.metric.name, dict(score.slice).get(MODEL)].scores.append(score)
    return result


def _keys(evaluation: Evaluation) -> list[Column]:
    """Return what stands before the values: the keys of each slice, all slices together first, and its size."""
    cm = evaluation.confusion
    by = sliced_by(cm)
    names = {axis: shortened(cm.axes[axis]) for axis in by}
    places = list(np.ndindex(*(len(cm.axes[axis]) for axis in by)))
    keys = {axis: [names[axis][place[i]] for place in places] for i, axis in enumerate(by)}
    totals = cm.items.take(0, axis=list(cm.axes).index(MODEL)) if MODEL in cm.axes else cm.items
    sizes = [evaluation.overall.confusion.each_item_once().items, *np.ravel(totals).tolist()]
    heads = [["all", "typical"], *[["", ""]] * (len(by) - 1)]
    columns = [Column(axis, [*head, *keys[axis]], "words") for axis, head in zip(by, heads, strict=True)]
    whole = all(float(size).is_integer() for size in sizes)
    shown = [numbers.count(sizes[0]), "", *map(numbers.count, sizes[1:])]
    return [*columns, Column("items" if whole else "weight", shown)]


def _explained(score: Score) -> bool:
    return score.move is not None and score.move.explained


def _doubted(score: Score) -> bool:
    return score.interval is not None and score.interval.doubted


def _partial(score: Score) -> bool:
    """Return whether a value is about other classes than those of other slices, or has some that count as the worst."""
    return bool(score.note) and not math.isnan(score.value)


def _partial_notes(cm: Confusion, scores: Sequence[Score]) -> Iterator[Part]:
    """Yield what is said of classes that left a value, each note once with the slices that it is about."""
    names = {axis: dict(zip(cm.axes[axis], shortened(cm.axes[axis]), strict=True)) for axis in sliced_by(cm)}
    about: dict[Notes, dict[str, None]] = {}
    for score in filter(_partial, scores):
        keys = dict(score.slice)
        named = ", ".join(f"{axis} {shown[keys[axis]]}" for axis, shown in names.items())
        about.setdefault(score.note, {})[named] = None
    for note, slices in [*about.items()][:MOST_NOTES]:
        first, more = [*slices][:MOST_NAMED], len(slices) - MOST_NAMED
        yield Sentence(f"{PARTIAL} {'; '.join(first)}{f' and {more} more' if more > 0 else ''}: {note}.")
    if len(about) > MOST_NOTES:
        yield Sentence(f"… and {len(about) - MOST_NOTES} more such notes; to_dict(), --json and --csv have all.", "dim")


def _values(heading: str, column: _Column) -> Column:
    """Return the values of one metric of one model, with their intervals beside them."""
    typical = next((score.move.typical for score in column.scores if score.move is not None), math.nan)
    marks = [PARTIAL if _partial(score) else EXPLAINED if _explained(score) else "" for score in column.scores]
    values = [column.whole.value, typical, *(score.value for score in column.scores)]
    shown = ["–" if math.isnan(value) else numbers.value(value) for value in values]
    intervals = [compact(column.whole.interval), "", *(compact(score.interval) for score in column.scores)]
    doubts = [_doubted(column.whole), False, *map(_doubted, column.scores)]
    beside = [f"{interval}{DOUBTED if doubt else ''}" for interval, doubt in zip(intervals, doubts, strict=True)]
    cells = [f"{mark}{value}" for mark, value in zip(["", "", *marks], shown, strict=True)]
    return Column(heading, cells, extras=beside)
