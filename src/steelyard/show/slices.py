"""How metrics move over slices, such as months; and the first slices of a long evaluation."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.slices import Change, Changes, Moves, SliceKey
from steelyard.measuring.notes import Notes
from steelyard.show import numbers
from steelyard.show.change_sentences import BETTER, WORSE
from steelyard.show.how_sure import compact, how_made
from steelyard.show.names import WIDEST, WIDEST_HEADING, heading_of, listed, marked, metric_headings, shortened
from steelyard.show.numbers import MOST_ROWS
from steelyard.show.parts import EMPTY_LINE, Column, Part, Sentence, Sheet
from steelyard.show.printing import SHORTEST, sheet_width

if TYPE_CHECKING:
    from steelyard.evaluation.score import Score
    from steelyard.measuring.record import Metric


@dataclass(frozen=True, eq=False, repr=False)
class Head(Evaluation):
    """The first slices of an evaluation; they move as they do in the whole."""

    longer: Evaluation | None = None

    @cached_property
    def moves(self) -> Sequence[Moves | None]:
        shape = self.confusion.shape
        if self.longer is None or not self.confusion.slice_axes:
            return super().moves
        axis = next(i for i, size in enumerate(self.longer.confusion.shape) if size != shape[i])
        return [moved and moved.head(axis, shape[axis]) for moved in self.longer.moves]

    @cached_property
    def changes(self) -> Changes | None:
        return super().changes if self.longer is None else self.longer.changes


def head(evaluation: Evaluation, slices: int) -> Evaluation:
    """Return the first of a long stack, about so many slices."""
    cm = evaluation.confusion
    if int(np.prod(cm.shape)) <= slices:
        return evaluation
    axis = next(iter(cm.slice_axes or cm.axes))
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

SLICE_KEYS, SLICE_COLUMN = 20, 20
"""Columns of a terminal for the names and sizes of slices, and for a metric with its interval."""

MOST_NOTES, MOST_NAMED = 3, 3
"""Notes below the table, and slices that a note names; the rest is counted."""


def slice_parts(evaluation: Evaluation, chosen: Sequence[str], most: int = MOST_ROWS) -> Iterator[Part]:
    """Yield some metrics of one model side by side, or the models side by side for each metric, and a legend."""
    cm = evaluation.confusion
    over = f"over {' and '.join(cm.slice_axes)}"
    some = evaluation.of_metrics(chosen)
    slices = shown_slices(some, chosen[0], most)
    some.uncertainty.look(_places(cm, slices))
    result = _columns(some, evaluation.overall, chosen, slices)
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
    keys = _keys(evaluation, slices, [column.whole.metric for column in result.values()])
    for title, columns in titles.items():
        values = [_values(heading, column, evaluation.changes) for heading, column in columns.items()]
        yield Sentence(title, "strong")
        yield Sheet([*keys, *values], keys=len(keys), rules={1}, beside=True)
        yield EMPTY_LINE
    more = how_many_slices(cm) - len(slices)
    if more > 0:
        yield Sentence(f"… and {more:,} more slices; to_dict(), --json and --csv have all.", "dim")
    yield from _legend(evaluation, some, list(result.values()), gravest=more > 0, notes=MOST_NOTES)


def brief_slices(
    evaluation: Evaluation,
    chosen: Sequence[str],
    most: int,
    room: int,
    how: str,
    *,
    notes: int = MOST_NOTES,
    tables: int = 1,
) -> Iterator[Part]:
    """Yield tables that fit: of so many slices the gravest, of models or metrics as many as there is room for.

    Parameters
    ----------
    evaluation, chosen
        What is shown. The metrics of one model stand in one table; of several models, each has its own.
    most, notes, tables
        Slices, notes about them, and metrics of several models.
    room
        Columns of the terminal.
    how
        What shows those that are left out, such as "--all".
    """
    cm = evaluation.confusion
    several = MODEL in cm.axes
    models = list(cm.axes.get(MODEL, [None]))
    wide = max(1, (room - SLICE_KEYS) // SLICE_COLUMN)
    names = list(chosen[: tables if several else wide])
    some = evaluation.of_metrics(names)
    slices = shown_slices(some, names[0], most)
    result = _columns(some, evaluation.overall, names, slices)
    sure = not several or len(models) <= wide
    if sure:
        some.uncertainty.look(_places(cm, slices))
    every, by = how_many_slices(cm), " and ".join(cm.slice_axes)
    which = f": the {len(slices):,} gravest of {every:,}" if len(slices) < every else ""
    columns: list[_Column] = []
    for metrics in [[name] for name in names] if several else [names]:
        of_these = {key: column for key, column in result.items() if key[0] in metrics}
        sheet, fitting = _fitting(evaluation, slices, of_these, room, sure=sure)
        if columns:
            yield EMPTY_LINE
        over = f"{marked(fitting[0].whole.metric)} over" if several else "Over"
        yield Sentence(f"{over} {by}{which}", "strong")
        yield sheet
        columns += fitting
    metrics_shown = {column.whole.metric.name for column in columns}
    left = {
        "slice": every - len(slices),
        "model": len(models) - len(fitting) if several else 0,
        "metric": len(chosen) - len(metrics_shown),
    }
    told = [f"{more:,} more {what}{'' if more == 1 else 's'}" for what, more in left.items() if more > 0]
    if told:
        yield Sentence(f"… and {listed(told)}; {how} shows {'it' if sum(left.values()) == 1 else 'them'}.", "dim")
    yield from _legend(
        evaluation, some, columns, gravest=len(slices) < every, notes=notes, sure=bool(sheet.columns[-1].extras)
    )


def _fitting(
    evaluation: Evaluation,
    slices: Sequence[Place],
    result: Mapping[tuple[str, Hashable], _Column],
    room: int,
    *,
    sure: bool,
) -> tuple[Sheet, list[_Column]]:
    """Return the fullest table that fits, and its columns: intervals go before models do, but not before metrics."""
    models = list(dict.fromkeys(model for _, model in result))
    several = models != [None]
    every = list(result.values())
    called = shortened(models, WIDEST_HEADING) if several else []
    ways = [(len(every), sure), *([(len(every), False)] if several and sure else [])]
    ways += [(k, not several) for k in range(len(every) - 1, 0, -1)]
    for number, beside in ways:
        columns, heads = every[:number], called[:number]
        if several and number < len(every):  # those with the best values
            sign = every[0].whole.metric.sign
            values = np.nan_to_num([-sign * column.whole.value for column in every], nan=np.inf)
            best = sorted(np.argsort(values, kind="stable")[:number].tolist())
            columns, heads = [every[k] for k in best], [called[k] for k in best]
        for broken in (False, True)[: 1 if several else 2]:
            heads = heads if several else metric_headings([column.whole.metric for column in columns], broken=broken)
            values_shown = [
                _values(head, column, evaluation.changes, sure=beside)
                for head, column in zip(heads, columns, strict=True)
            ]
            for widest in (WIDEST, WIDEST // 2, SHORTEST):
                keys = _keys(evaluation, slices, [column.whole.metric for column in columns], widest)
                sheet = Sheet([*keys, *values_shown], keys=len(keys), rules={1}, beside=True)
                if sheet_width(sheet) <= room:
                    return sheet, columns
    return sheet, columns


Place = tuple[int, ...]
"""Where a slice stands along the axes other than models."""


def how_many_slices(cm: Confusion) -> int:
    """Return how many slices there are, whatever the number of models."""
    return math.prod(len(cm.axes[axis]) for axis in cm.slice_axes)


def shown_slices(evaluation: Evaluation, metric: str, most: int) -> list[Place]:
    """Return all slices in their order; of more than can be shown the gravest, the gravest first.

    The gravest is much worse than typical for its number of items, by any model: the difference that class shares do
    not explain, times the root of the size, so that a few unlucky items do not come before a bad month.
    """
    cm = evaluation.confusion
    every = list(np.ndindex(*(len(cm.axes[axis]) for axis in cm.slice_axes)))
    if len(every) <= most:
        return every
    place = next(i for i, result in enumerate(evaluation.measured) if result.metric.name == metric)
    moved = evaluation.moves[place]
    worse = -evaluation.measured[place].metric.sign * (np.nan if moved is None else moved.due_to_classifier)
    gravity = np.nan_to_num(worse * np.sqrt(cm.items), nan=-np.inf)
    if MODEL in cm.axes:
        gravity = gravity.max(axis=list(cm.axes).index(MODEL))
    return [every[k] for k in np.argsort(-gravity.ravel(), kind="stable")[:most].tolist()]


def _places(cm: Confusion, slices: Sequence[Place]) -> list[Place]:
    """Return where the matrices of slices stand in the stack, of all models."""
    if MODEL not in cm.axes:
        return list(slices)
    at = list(cm.axes).index(MODEL)
    return [(*one[:at], k, *one[at:]) for k in range(len(cm.axes[MODEL])) for one in slices]


def _legend(
    evaluation: Evaluation,
    some: Evaluation,
    columns: Sequence[_Column],
    *,
    gravest: bool,
    notes: int,
    sure: bool = True,
) -> Iterator[Part]:
    """Yield what the rows and marks of a table of slices mean."""
    scores = [score for column in columns for score in column.scores]
    legend = ["typical: half of the slices are better, half worse, at equal class shares."]
    if gravest:
        whose = " (of any model)" if MODEL in evaluation.confusion.axes else ""
        legend.append(f"Gravest{whose}: far worse than typical for its size, at the same class shares.")
    if (moved := evaluation.changes) is not None and moved.shown:
        worse, better = (any(change.worse is way for change in moved.shown) for way in (True, False))
        marks = [f"{WORSE} worse"] * worse + [f"{BETTER} better"] * better
        shown = [column.whole.metric for column in columns]
        named = any(not _seen(change, shown) for change in moved.shown)
        legend.append(
            f"{', '.join(marks)} than the others at {'the class beside it' if named else 'a class'}, beyond chance."
        )
    if any(_explained(score) and not _partial(score) for score in scores):
        legend.append(f"{EXPLAINED} differs from typical because of class shares alone.")
    if sure and any(_doubted(score) for score in scores):
        legend.append(f"{DOUBTED} the interval may be wrong: to_dict(), --json and --csv say why.")
    made = how_made(some.uncertainty)
    if sure and made != how_made(evaluation.overall.uncertainty):
        legend.append(f"Of the slices: {made}")
    for line in legend:
        yield Sentence(line, "dim")
    yield from _partial_notes(evaluation.confusion, scores, notes)


class _Column(NamedTuple):
    """One metric of one model: its value over all slices, and in each."""

    whole: Score
    scores: list[Score]


def _columns(
    evaluation: Evaluation, overall: Evaluation, metrics: Sequence[str], slices: Sequence[Place]
) -> dict[tuple[str, Hashable], _Column]:
    """Return the columns by metric and model (None if there is only one)."""
    result: dict[tuple[str, Hashable], _Column] = {}
    for score in overall.scores:
        if score.metric.name in metrics:
            result[score.metric.name, dict(score.slice).get(MODEL)] = _Column(score, [])
    cm = evaluation.confusion
    keys = [tuple(cm.axes[axis][k] for axis, k in zip(cm.slice_axes, one, strict=True)) for one in slices]
    by_key: dict[Hashable, dict[Hashable, Score]] = {}
    for score in evaluation.scores:
        named = dict(score.slice)
        column = score.metric.name, named.pop(MODEL, None)
        by_key.setdefault(column, {})[tuple(named.values())] = score
    for column, shown in result.items():
        shown.scores.extend(by_key[column][key] for key in keys)
    return {(name, model): result[name, model] for name in metrics for of, model in result if of == name}


def _keys(
    evaluation: Evaluation, slices: Sequence[Place], metrics: Sequence[Metric], widest: int = WIDEST
) -> list[Column]:
    """Return what stands before the values: the keys of each slice, all slices together first, and its size."""
    cm = evaluation.confusion
    by = cm.slice_axes
    totals = cm.items.take(0, axis=list(cm.axes).index(MODEL)) if MODEL in cm.axes else cm.items
    sizes = [evaluation.overall.confusion.each_item_once().items, *(float(totals[one]) for one in slices)]
    heads = [["all", "typical"], *[["", ""]] * (len(by) - 1)]
    columns = []
    keys: list[SliceKey] = [tuple(cm.axes[axis][k] for axis, k in zip(by, one, strict=True)) for one in slices]
    found = evaluation.changes if MODEL not in cm.axes else None  # of several models, their own columns are marked
    marks = ["" if found is None else _mark(list(found.of(None, key)), metrics) for key in keys]
    for i, (axis, head) in enumerate(zip(by, heads, strict=True)):
        names = shortened(cm.axes[axis], widest)
        shown = [*head, *(f"{'' if i else mark}{names[one[i]]}" for mark, one in zip(marks, slices, strict=True))]
        columns.append(Column(heading_of(axis, widest), shown, "words"))
    whole = all(float(size).is_integer() for size in sizes)
    written = [numbers.count(sizes[0]), "", *map(numbers.count, sizes[1:])]
    return [*columns, Column("items" if whole else "weight", written), *_of_positive(evaluation, slices)]


def _of_positive(evaluation: Evaluation, slices: Sequence[Place]) -> Iterator[Column]:
    """Yield how many items of the positive class each slice has, if a class is positive."""
    cm, whole = evaluation.confusion, evaluation.overall.confusion
    if evaluation.positive is None:
        return
    place = list(cm.labels).index(evaluation.positive)
    support = cm.support.take(0, axis=list(cm.axes).index(MODEL)) if MODEL in cm.axes else cm.support
    sizes = [float(support[(*one, place)]) for one in slices]
    written = [numbers.count(float(whole.each_item_once().support[place])), "", *map(numbers.count, sizes)]
    yield Column(shortened([evaluation.positive], SHORTEST)[0], written)


def _explained(score: Score) -> bool:
    return score.move is not None and score.move.explained


def _doubted(score: Score) -> bool:
    return score.interval is not None and score.interval.doubted


def _partial(score: Score) -> bool:
    """Return whether a value is about other classes than those of other slices, or has some that count as the worst."""
    return bool(score.note) and not math.isnan(score.value)


def _partial_notes(cm: Confusion, scores: Sequence[Score], most: int) -> Iterator[Part]:
    """Yield what is said of classes that left a value, each note once with the slices that it is about."""
    names = {axis: dict(zip(cm.axes[axis], shortened(cm.axes[axis]), strict=True)) for axis in cm.slice_axes}
    about: dict[Notes, dict[str, None]] = {}
    for score in filter(_partial, scores):
        keys = dict(score.slice)
        named = ", ".join(f"{axis} {shown[keys[axis]]}" for axis, shown in names.items())
        about.setdefault(score.note, {})[named] = None
    for note, slices in [*about.items()][:most]:
        first, more = [*slices][:MOST_NAMED], len(slices) - MOST_NAMED
        yield Sentence(f"{PARTIAL} {'; '.join(first)}{f' and {more} more' if more > 0 else ''}: {note}.")
    more = len(about) - most
    if more > 0:
        such = "more such note" if more == 1 else "more such notes"
        yield Sentence(f"… and {more:,} {such}; to_dict(), --json and --csv have all.", "dim")


def _changed(score: Score, changes: Changes | None) -> str:
    """Return whether the model of a score recognises a class worse in its slice than in the others, or better."""
    named = dict(score.slice)
    model = named.pop(MODEL, None)
    ways = [] if changes is None or model is None else list(changes.of(model, tuple(named.values())))
    return _mark(ways, [score.metric])


def _mark(ways: Sequence[Change], metrics: Sequence[Metric]) -> str:
    """Return whether it got worse or better; at which class, or how many, if the metrics are not about all of them."""
    worse = any(change.worse for change in ways)
    told = [change for change in ways if change.worse is worse]
    if not told or all(_seen(change, metrics) for change in told):
        return WORSE if worse else BETTER if ways else ""
    (name,) = shortened([told[0].label], WIDEST_HEADING) if len(told) == 1 else [f"{len(told):,} classes"]
    return f"{WORSE if worse else BETTER} {name} "


def _seen(change: Change, metrics: Sequence[Metric]) -> bool:
    """Return whether some metric is about the class that changed: those of another class alone are not."""
    return any(metric.of_rate is None or metric.positive == change.label for metric in metrics)


def _values(heading: str, column: _Column, changes: Changes | None, *, sure: bool = True) -> Column:
    """Return the values of one metric of one model, with their intervals beside them if there is room."""
    typical = next((score.move.typical for score in column.scores if score.move is not None), math.nan)
    marks = [PARTIAL if _partial(score) else EXPLAINED if _explained(score) else "" for score in column.scores]
    marks = [_changed(score, changes) + mark for score, mark in zip(column.scores, marks, strict=True)]
    values = [column.whole.value, typical, *(score.value for score in column.scores)]
    shown = ["–" if math.isnan(value) else numbers.value(value) for value in values]
    cells = [f"{mark}{value}" for mark, value in zip(["", "", *marks], shown, strict=True)]
    if not sure:
        return Column(heading, cells)
    intervals = [compact(column.whole.interval), "", *(compact(score.interval) for score in column.scores)]
    doubts = [_doubted(column.whole), False, *map(_doubted, column.scores)]
    beside = [f"{interval}{DOUBTED if doubt else ''}" for interval, doubt in zip(intervals, doubts, strict=True)]
    return Column(heading, cells, extras=beside)
