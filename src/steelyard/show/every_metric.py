"""All that an evaluation holds: every metric with what must be known about it, all classes, and the confusions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.labels import text
from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.evaluation.score import ClassRow, Score, SliceName
from steelyard.show import numbers
from steelyard.show.brief_tables import (
    same_numbers,
    size_heading,
    slice_names,
    told_once,
    unmeasured,
    written_rate,
)
from steelyard.show.evaluation_sentences import all_count_the_same, dispute
from steelyard.show.how_sure import Footnotes, compact, full, how_made, level, reasons
from steelyard.show.matrix import MOST_SHADED, first_classes, worst_confusions
from steelyard.show.names import BEST, BY_ITEMS, WIDEST, metric_column, width
from steelyard.show.numbers import MOST_ROWS, MOST_SLICES
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Part, Sentence, Sheet
from steelyard.show.printing import GAP, NARROW, column_width, sheet_width
from steelyard.show.slices import head, slice_parts

if TYPE_CHECKING:
    from steelyard.measuring.lead import Standing

MOST_CLASSES = 20
MOST_PICTURES = 6
"""Models whose confusions are shown."""


def every_part(
    evaluation: Evaluation,
    width: int,
    *,
    called: Sequence[str] = (),
    pictures: bool = False,
    models: int = MOST_SLICES,
    slices: int = MOST_ROWS,
) -> Iterator[Part]:
    """Yield all metrics, then all classes of so many models and, as pictures, the confusions.

    Of metrics that are one number here, the one that is called for is shown, unless someone chose the metrics.
    """
    overall = evaluation.overall
    same = {} if evaluation.asked else same_numbers(overall, called)
    yield from _metrics(overall.of_metrics(list(same or _names(overall))), width)
    yield from told_once(same)
    if evaluation.confusion.slice_axes:
        yield EMPTY_LINE
        yield from slice_parts(evaluation, [result.metric.name for result in evaluation.measured], slices)
    yield from _classes(head(overall, models), width, bars=pictures)
    yield from _left_out("classes", overall, models)
    if pictures:
        yield from _confusions(head(overall, MOST_PICTURES))
        yield from _left_out("confusions", overall, MOST_PICTURES)


def _names(evaluation: Evaluation) -> list[str]:
    return [result.metric.name for result in evaluation.measured]


def _left_out(what: str, every: Evaluation, shown: int) -> Iterator[Part]:
    more = int(np.prod(every.confusion.shape)) - shown
    if more > 0:
        yield Sentence(f"… and the {what} of {more} more; evaluate one alone to see them.", "dim")


# The metrics, a section for each perspective: of one model with all that is known, of several side by side.


def _metrics(evaluation: Evaluation, width: int) -> Iterator[Part]:
    """Yield the metrics of one matrix, or of models side by side."""
    cm = evaluation.confusion
    standings = evaluation.standings
    evaluation = head(evaluation, MOST_SLICES)
    evaluation.uncertainty.look(np.ndindex(evaluation.confusion.shape))
    footnotes = Footnotes()
    yield EMPTY_LINE
    side_by_side = bool(cm.shape) or width < NARROW
    yield (
        _models_sheet(evaluation, standings, footnotes, width) if side_by_side else _scores_sheet(evaluation, footnotes)
    )
    more = int(np.prod(cm.shape)) - int(np.prod(evaluation.confusion.shape))
    if more > 0:
        yield Sentence(f"… and {more} more; to_dict(), --json and --csv have all.")
    legend = "↑ higher is better, ↓ lower is better."
    if any(not score.metric.weighted for score in evaluation.scores):
        legend += f" {BY_ITEMS}"
    if cm.shape:
        legend += f" {BEST}"
    yield Sentence(legend, "dim")
    made = how_made(evaluation.uncertainty)
    if made:
        yield Sentence(made, "dim")
    for line in footnotes.lines():
        yield Sentence(line)


def _scores_sheet(evaluation: Evaluation, footnotes: Footnotes) -> Sheet:
    """Return the metrics of one matrix, with a column for everything that is known about each."""
    sections: dict[int, str] = {}
    scores: list[Score] = []
    for heading, rows in _by_perspective(evaluation):
        sections[len(scores)] = heading
        scores += [score for (score,) in rows]
    confidence = evaluation.confidence
    interval = "interval" if confidence is None else f"{level(confidence)} interval"
    columns = [
        metric_column([score.metric for score in scores], indent=2),
        Column("value", [numbers.value(score.value) for score in scores]),
        Column(interval, [full(score.interval) for score in scores]),
        Column("normalised", [numbers.percent(score.normalised) for score in scores]),
        Column("", [score.normalised for score in scores], "bars", need=1),  # it says what stands beside it
        Column("note", [footnotes.mark(reasons(score)) for score in scores], "words"),
    ]
    return Sheet([column for column in columns if column.heading != interval or any(column.cells)], sections=sections)


PERSPECTIVES = {
    "recall": "Recall: is it found?",
    "precision": "Precision: is it true?",
    "general": "General: both",
}


def _by_perspective(evaluation: Evaluation) -> Iterator[tuple[str, list[list[Score]]]]:
    """Yield, for each perspective, the scores of its metrics (one list of slices per metric)."""
    for perspective, heading in PERSPECTIVES.items():
        rows: dict[str, list[Score]] = {}
        for score in evaluation.scores:
            if score.metric.perspective == perspective:
                rows.setdefault(score.metric.name, []).append(score)
        if rows:
            yield heading, list(rows.values())


SIDE_BY_SIDE = 3
"""Long names are shortened until so many models fit side by side."""


def _models_sheet(evaluation: Evaluation, standings: Mapping[str, Standing], footnotes: Footnotes, room: int) -> Sheet:
    """Return a table with a column for each model, the best starred; for a single matrix, one for its values."""
    sections: dict[int, str] = {}
    rows: list[list[Score]] = []
    for heading, scores in _by_perspective(evaluation):
        sections[len(rows)] = heading
        rows += scores
    # Row by row, so that the footnotes are numbered as they are read.
    stands = [standings[row[0].metric.name] for row in rows]
    called = [", ".join(text(key) for _, key in score.slice) for score in rows[0]]
    values = [
        [
            f"{footnotes.mark([*reasons(one), dispute(stand, called)])}{_star(stand, k)}{numbers.value(one.value)}"
            for k, one in enumerate(row)
        ]
        for row, stand in zip(rows, stands, strict=True)
    ]
    metrics = metric_column([row[0].metric for row in rows], indent=2)
    columns = [
        Column(
            "",
            cells,
            extras=[compact(score.interval) for score in scores],
            strong={i for i, stand in enumerate(stands) if k in stand.starred},
        )
        for k, (cells, scores) in enumerate(zip(zip(*values, strict=True), zip(*rows, strict=True), strict=True))
    ]
    first = max(column_width(metrics, beside=True), *map(width, sections.values()))
    names = _model_names([score.slice for score in rows[0]], columns, room - first)
    named = [replace(column, heading=name) for column, name in zip(columns, names, strict=True)]
    return Sheet([metrics, *named], sections=sections)


def _star(stand: Standing, k: int) -> str:
    return "*" if k in stand.starred else " "


def _model_names(slices: Sequence[SliceName], columns: Sequence[Column], room: int) -> list[str]:
    """Return what the models are called, shortened until some of them fit into the room."""
    if slices == [()]:
        return ["value"]
    beside = sum(column_width(column, beside=True) + GAP for column in columns) <= room
    widest = max(column_width(column, beside=beside) for column in columns)
    fair = room // min(SIDE_BY_SIDE, len(slices)) - GAP
    return list(slice_names(slices, max(widest, min(WIDEST, fair))).values())


# The classes and the confusions.


INTERVALS = ("recall", "precision", "f")
"""Rates of a class whose intervals are shown where there is room."""

NARROWEST = 1 + len(numbers.closely_between(0.0, 1.0))
"""Columns of a terminal that an interval takes beside its rate."""

SHORT = {"precision": "prec.", "f": "F1", "specificity": "spec."}


def _classes(evaluation: Evaluation, width: int, *, bars: bool) -> Iterator[Part]:
    """Yield the most important classes, of each model; with the intervals of their rates where there is room."""
    tables = {name: evaluation.class_rows(at, name, MOST_CLASSES) for at, name in evaluation.slices()}
    names, size = slice_names(list(tables)), size_heading(evaluation.confusion)
    more = len(evaluation.confusion.labels) - MOST_CLASSES
    same = all_count_the_same(evaluation.weights)
    left_out = [Sentence(f"… and {more:,} more classes; to_dict() and --json have all.", "dim")] if more > 0 else []
    for name, rows in tables.items():
        yield EMPTY_LINE
        of = f"Classes of {names[name]}" if name else "Classes"
        yield Fold(
            of if same else f"{of}, the most important first",
            [_classes_sheet(evaluation, rows, size, width, bars=bars), *unmeasured(rows), *left_out],
        )


def _classes_sheet(evaluation: Evaluation, rows: Sequence[ClassRow], size: str, width: int, *, bars: bool) -> Sheet:
    """Return the table of classes, with intervals beside the rates if it fits with them, and bars if these fit, too."""
    plain = _sheet_of(rows, size, {}, bars=bars)
    without_bars = _sheet_of(rows, size, {}, bars=False)
    # Intervals are computed when someone looks: only if the narrowest that they can be has room.
    if evaluation.confidence is None or sheet_width(without_bars) + len(INTERVALS) * NARROWEST > width:
        return plain
    result = {rate: [compact(row.intervals[rate]) for row in rows] for rate in INTERVALS}
    shown = {rate: ends for rate, ends in result.items() if any(ends)}
    sheets = (_sheet_of(rows, size, shown, bars=drawn) for drawn in dict.fromkeys((bars, False)))
    return next((sheet for sheet in sheets if sheet_width(sheet) <= width), plain)


def _sheet_of(rows: Sequence[ClassRow], size: str, intervals: Mapping[str, Sequence[str]], *, bars: bool) -> Sheet:
    rates = {
        rate: Column(
            SHORT.get(rate, rate),
            [written_rate(row, rate) for row in rows],
            extras=intervals.get(rate, ()),
            need=2 if rate == "specificity" else 0,
        )
        for rate in CLASS_RATES
    }
    pictured = [Column("", [row.rates["recall"] for row in rows], "bars", need=1)] if bars else []
    return Sheet(
        [
            Column("class", [row.label for row in rows], "names", narrowest=8),
            Column("weight", [numbers.weight(row.weight) for row in rows]),
            Column(size, [numbers.count(row.support) for row in rows]),
            Column("predicted", [numbers.count(row.predicted) for row in rows], need=1),
            Column("right", [numbers.count(row.correct) for row in rows], need=3),
            rates.pop("recall"),
            *pictured,
            *rates.values(),
        ]
    )


def _confusions(shown: Evaluation) -> Iterator[Part]:
    """Yield the confusions of each model: all of few classes, the worst of many."""
    cm = shown.confusion
    slices = {name: at for at, name in shown.slices()}
    names, last = slice_names(list(slices)), list(slices)[-1]
    for name, at in slices.items():
        one = cm
        for place in at:
            one = one.slice(place)
        of = f" of {names[name]}" if name else ""
        yield EMPTY_LINE
        if len(cm.labels) <= MOST_SHADED:
            matrix = replace(first_classes(one, MOST_SHADED), explained=name == last)
            yield Fold(f"Confusions{of}", [matrix])
        else:
            worst = worst_confusions(one, shown.weights)
            yield Fold(f"Worst confusions{of}, by weight and share of the class", [worst])
