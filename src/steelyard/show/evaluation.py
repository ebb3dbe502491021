"""What an evaluation shows: what matters first, then the metrics, the classes, and the confusions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import Console

from steelyard.counts.labels import Label, some
from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.evaluation.moves import sliced_by
from steelyard.evaluation.score import ClassRow, Score
from steelyard.importance import Importance
from steelyard.show import numbers
from steelyard.show.how_sure import Footnotes, compact, full, how_made, level, reasons
from steelyard.show.html import html_of
from steelyard.show.matrix import MOST_SHADED, first_classes, worst_confusions
from steelyard.show.models import ARROWS, by_perspective, metric_column, models_sheet, slice_names
from steelyard.show.names import shortened
from steelyard.show.numbers import MOST_SLICES, TEXT_WIDTH
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Listing, Part, Sentence, Sheet
from steelyard.show.printing import print_parts, text_of
from steelyard.show.slices import head, slice_parts
from steelyard.show.tables import AS_COUNTED, NARROW, sheet_width

MOST_WEIGHTS = 6
NAMED = 20
"""Names are told apart among so many classes, as in the table of classes."""


def what_matters(importance: Importance, labels: Sequence[Label], weights: Any) -> Iterator[Part]:
    """Yield an empty line, the two lines, and a third if the importance asks for caution."""
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    yield EMPTY_LINE
    yield Sentence(str(importance), lead="What matters:")
    names = shortened([labels[i] for i in order[:NAMED]])
    shown = [
        f"{name} {numbers.weight(float(weights[i]))}" for name, i in zip(names[:MOST_WEIGHTS], order, strict=False)
    ]
    more = len(order) - MOST_WEIGHTS
    yield Listing([*shown, f"… {more:,} more"] if more > 0 else shown)
    if importance.caution:
        yield Sentence(importance.caution, indent=2)


def positive_sentence(positive: Label, labels: Sequence[Label]) -> str:
    """Return which class is positive, and against what.

    Examples
    --------
    >>> positive_sentence("fraud", ["fraud", "ok"])
    "Positive is 'fraud', against 'ok'."
    >>> positive_sentence(1, [0, 1, 2])
    'Positive is 1, against the other 2 classes together.'
    """
    others = [label for label in labels if label != positive]
    against = some(others) if len(others) == 1 else f"the other {len(others):,} classes together"
    return f"Positive is {some([positive])}, against {against}."


# The whole of it, part by part.


__all__ = ["ARROWS", "evaluation_html", "evaluation_text", "print_evaluation"]

MOST_CLASSES = 20
MOST_PICTURES = 6
"""Models whose confusions are shown."""

UNMEASURED = "†"
"""Beside a rate that is undefined and counts as the worst."""

INTERVALS = ("recall", "precision", "f")
"""Rates of a class whose intervals are shown where there is room."""

NARROWEST = 1 + len(numbers.closely_between(0.0, 1.0))
"""Columns of a terminal that an interval takes beside its rate."""

SHORT = {"precision": "prec.", "f": "F1", "specificity": "spec."}


def print_evaluation(
    evaluation: Evaluation, console: Console, *, classes: bool = True, pictures: bool | None = None
) -> None:
    """Print an evaluation to a console of any width, with or without the tables of the classes.

    Pictures, which are bars of the classes' recall and the confusions as heat maps, are for eyes: if not said
    otherwise, a terminal shows them and a pipe does not.
    """
    drawn = console.is_terminal if pictures is None else pictures
    print_parts(evaluation_parts(evaluation, console.width, classes=classes, pictures=drawn and classes), console)


def evaluation_text(evaluation: Evaluation) -> str:
    """Return an evaluation as plain text of 80 columns."""
    return text_of(evaluation_parts(evaluation, TEXT_WIDTH))


def evaluation_html(evaluation: Evaluation) -> str:
    """Return an evaluation as HTML for a notebook."""
    return html_of(evaluation_parts(evaluation, TEXT_WIDTH, pictures=True, models=MOST_PICTURES))


def evaluation_parts(
    evaluation: Evaluation,
    width: int,
    *,
    classes: bool = True,
    pictures: bool = False,
    models: int = MOST_SLICES,
) -> Iterator[Part]:
    """Yield what an evaluation shows, with the classes of so many models."""
    cm = evaluation.confusion
    dropped = f"; {numbers.items(cm.dropped)} dropped without a label" if cm.dropped else ""
    what = numbers.counted(cm.each_item_once())
    yield Sentence(f"{what[0].upper()}{what[1:]}, {numbers.classes(len(cm.imbalance.labels))}{dropped}.", "strong")
    yield Sentence(str(cm.imbalance))
    if evaluation.positive is not None:
        yield Sentence(positive_sentence(evaluation.positive, cm.labels))
    yield from what_matters(evaluation.importance, cm.labels, evaluation.weights)
    overall = evaluation.overall
    yield from _metrics(overall, width)
    if sliced_by(cm):
        yield EMPTY_LINE
        yield from slice_parts(evaluation)
    if classes:
        yield from _classes(head(overall, models), width, bars=pictures)
        yield from _left_out("classes", overall, models)
    if pictures:
        yield from _confusions(head(overall, MOST_PICTURES))
        yield from _left_out("confusions", overall, MOST_PICTURES)


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
        models_sheet(evaluation, standings, footnotes, width) if side_by_side else _scores_sheet(evaluation, footnotes)
    )
    more = int(np.prod(cm.shape)) - int(np.prod(evaluation.confusion.shape))
    if more > 0:
        yield Sentence(f"… and {more} more; to_dict(), --json and --csv have all.")
    legend = "↑ higher is better, ↓ lower is better."
    if any(not score.metric.weighted for score in evaluation.scores):
        legend += f" {AS_COUNTED} as counted, without importance."
    if cm.shape:
        legend += " * best."
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
    for heading, rows in by_perspective(evaluation):
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


def _classes(evaluation: Evaluation, width: int, *, bars: bool) -> Iterator[Part]:
    """Yield the most important classes, of each model; with the intervals of their rates where there is room."""
    tables = {name: evaluation.class_rows(at, name, MOST_CLASSES) for at, name in evaluation.slices()}
    names, size = slice_names(list(tables)), "items weigh" if evaluation.confusion.is_weighted else "items"
    more = len(evaluation.confusion.labels) - MOST_CLASSES
    left_out = [Sentence(f"… and {more:,} more classes; to_dict() and --json have all.", "dim")] if more > 0 else []
    for name, rows in tables.items():
        yield EMPTY_LINE
        of = f"Classes of {names[name]}" if name else "Classes"
        yield Fold(
            f"{of}, the most important first",
            [_classes_sheet(evaluation, rows, size, width, bars=bars), *_unmeasured(rows), *left_out],
        )


def _unmeasured(rows: Sequence[ClassRow]) -> Iterator[Part]:
    if any(_counts_as_the_worst(row, rate) for row in rows for rate in CLASS_RATES):
        yield Sentence(f"{UNMEASURED} undefined, but the class has items: it counts as the worst.", "dim")


def _classes_sheet(evaluation: Evaluation, rows: Sequence[ClassRow], size: str, width: int, *, bars: bool) -> Sheet:
    """Return the table of classes, with intervals beside the rates if it fits with them, and bars if these fit, too."""
    plain = _sheet_of(rows, size, {}, bars=bars)
    without_bars = _sheet_of(rows, size, {}, bars=False)
    # Intervals are computed when someone looks: only if the narrowest that they can be has room.
    if evaluation.confidence is None or sheet_width(without_bars) + len(INTERVALS) * NARROWEST > width:
        return plain
    found = {rate: [compact(row.intervals[rate]) for row in rows] for rate in INTERVALS}
    shown = {rate: ends for rate, ends in found.items() if any(ends)}
    sheets = (_sheet_of(rows, size, shown, bars=drawn) for drawn in dict.fromkeys((bars, False)))
    return next((sheet for sheet in sheets if sheet_width(sheet) <= width), plain)


def _sheet_of(rows: Sequence[ClassRow], size: str, intervals: Mapping[str, Sequence[str]], *, bars: bool) -> Sheet:
    rates = {
        rate: Column(
            SHORT.get(rate, rate),
            [_rate(row, rate) for row in rows],
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


def _rate(row: ClassRow, rate: str) -> str:
    value = row.rates[rate]
    if math.isnan(value):
        return "–"
    return f"{UNMEASURED if _counts_as_the_worst(row, rate) else ''}{numbers.value(value)}"


def _counts_as_the_worst(row: ClassRow, rate: str) -> bool:
    return rate in row.undefined and not math.isnan(row.rates[rate])


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


def _left_out(what: str, every: Evaluation, shown: int) -> Iterator[Part]:
    more = int(np.prod(every.confusion.shape)) - shown
    if more > 0:
        yield Sentence(f"… and the {what} of {more} more; evaluate one alone to see them.", "dim")
