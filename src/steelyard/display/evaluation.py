"""An evaluation in the terminal: what matters first, then the metrics by perspective, then the classes."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from steelyard.display import numbers
from steelyard.display.footnotes import Footnotes
from steelyard.display.how_sure import full, how_made, level, reasons
from steelyard.display.limits import MOST_SLICES, TEXT_WIDTH
from steelyard.display.metric_names import ARROWS, by_perspective, metric_names
from steelyard.display.models import best_values, models_tables, slice_names
from steelyard.display.names import WIDEST, shortened
from steelyard.display.names import width as cells
from steelyard.display.printing import print_parts
from steelyard.display.slices import slice_tables
from steelyard.display.tables import AS_COUNTED, plain_table
from steelyard.display.what_matters import what_matters
from steelyard.evaluation import CLASS_RATES, Evaluation
from steelyard.moves import sliced_by
from steelyard.score import ClassRow

__all__ = ["ARROWS", "evaluation_text", "print_evaluation"]

MOST_CLASSES = 20
NARROWEST = 8
INTERVAL, BARS = "interval", "bars"
BAR = 8
SHORT = {"precision": "prec.", "f": "F1", "specificity": "spec."}


def print_evaluation(evaluation: Evaluation, console: Console, *, classes: bool = True) -> None:
    """Print an evaluation to a console of any width, with or without the tables of the classes."""
    print_parts(_parts(evaluation, console.width, classes=classes), console)


def evaluation_text(evaluation: Evaluation) -> str:
    """Return an evaluation as plain text of 80 columns."""
    out = io.StringIO()
    print_evaluation(evaluation, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _parts(evaluation: Evaluation, width: int, *, classes: bool) -> Iterator[RenderableType]:
    cm = evaluation.confusion
    dropped = f"; {numbers.items(cm.dropped)} dropped without a label" if cm.dropped else ""
    what = numbers.items(cm.each_item_once().total)
    yield Text(f"{what[0].upper()}{what[1:]}, {len(cm.labels):,} classes{dropped}.", style="bold")
    yield Text(str(cm.imbalance))
    yield from what_matters(evaluation.importance, cm.labels, evaluation.weights)
    footnotes = Footnotes()
    overall = evaluation.overall
    yield from _metrics(overall, width, footnotes)
    if sliced_by(cm):
        yield Text()
        yield from slice_tables(evaluation, width)
    if classes:
        yield from _classes(overall.head(MOST_SLICES), width)


def _metrics(evaluation: Evaluation, width: int, footnotes: Footnotes) -> Iterator[RenderableType]:
    """Yield the metrics of one matrix, or of models side by side."""
    cm = evaluation.confusion
    best = best_values(evaluation)
    evaluation = evaluation.head(MOST_SLICES)
    evaluation.look()
    if cm.shape:
        for table in models_tables(evaluation, best, footnotes, width):
            yield Text()
            yield table
        more = int(np.prod(cm.shape)) - int(np.prod(evaluation.confusion.shape))
        if more > 0:
            yield Text(f"… and {more} more; to_dict(), --json and --csv have all.")
    else:
        yield Text()
        yield _scores_table(evaluation, footnotes, width)
    legend = "↑ higher is better, ↓ lower is better."
    if any(not score.metric.weighted for score in evaluation.scores):
        legend += f" {AS_COUNTED} as counted, without importance."
    if cm.shape:
        legend += " * best."
    yield Text(legend, style="dim")
    made = how_made(evaluation.uncertainty)
    if made:
        yield Text(made, style="dim")
    for line in footnotes.lines():
        yield Text(line)


def _bar(share: float) -> str:
    if math.isnan(share):
        return ""
    eighths = round(min(max(share, 0.0), 1.0) * BAR * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + ("▏▎▍▌▋▊▉"[part - 1] if part else "")).ljust(BAR, "·")


def _scores_table(evaluation: Evaluation, footnotes: Footnotes, width: int) -> Table:
    names = metric_names(evaluation)
    columns: dict[str, list[str]] = {"metric": [], "value": [], INTERVAL: [], "normalised": [], BARS: [], "note": []}
    headings: dict[int, str] = {}
    for heading, rows in by_perspective(evaluation):
        headings[len(columns["metric"])] = heading
        for (score,) in rows:
            cells_of_row = (
                names[score.metric.name],
                numbers.value(score.value),
                full(score.interval),
                numbers.percent(score.normalised),
                _bar(score.normalised),
                footnotes.mark(reasons(score)),
            )
            for column, cell in zip(columns.values(), cells_of_row, strict=True):
                column.append(cell)
    return _table_of_scores(columns, headings, evaluation.confidence, width)


def _table_of_scores(
    columns: dict[str, list[str]], headings: Mapping[int, str], confidence: float | None, width: int
) -> Table:
    if not any(columns[INTERVAL]):
        del columns[INTERVAL]
    titles = {name: _title(name, confidence) for name in columns}
    widths = [max(map(cells, [titles[name], *column])) for name, column in columns.items()]
    widths[0] = max(widths[0], *map(len, headings.values()))
    if sum(widths) + len("   ") * (len(widths) - 1) > width:
        del columns[BARS]  # the least needed: it says what stands beside it
    table = plain_table(*(titles[name] for name in columns))
    for column, name in zip(table.columns, columns, strict=True):
        column.justify = "left" if name in ("metric", BARS, "note") else "right"
    for i, row in enumerate(zip(*columns.values(), strict=True)):
        if i in headings:
            table.add_row(Text(headings[i], style="bold"))
        table.add_row(
            *(Text(cell, style="dim" if name == BARS else "") for name, cell in zip(columns, row, strict=True))
        )
    return table


def _title(name: str, confidence: float | None) -> str:
    if name == INTERVAL and confidence is not None:
        return f"{level(confidence)} interval"
    return "" if name == BARS else name


def _classes(evaluation: Evaluation, width: int) -> Iterator[RenderableType]:
    """Yield the most important classes, of each model."""
    tables = dict(evaluation.first_classes(MOST_CLASSES))
    names = slice_names(list(tables))
    for name, rows in tables.items():
        yield Text()
        of = f"Classes of {names[name]}" if name else "Classes"
        yield Text(f"{of}, the most important first", style="bold")
        yield _classes_table(rows, width)
        more = len(evaluation.confusion.labels) - MOST_CLASSES
        if more > 0:
            yield Text(f"… and {more:,} more classes; to_dict() and --json have all.", style="dim")


def _classes_table(shown: Sequence[ClassRow], width: int) -> Table:
    columns: dict[str, list[str]] = {
        "class": shortened([row.label for row in shown]),
        "weight": [numbers.weight(row.weight) for row in shown],
        "items": [numbers.count(row.support) for row in shown],
        "predicted": [numbers.count(row.predicted) for row in shown],
        "right": [numbers.count(row.correct) for row in shown],
        **{SHORT.get(rate, rate): [_rate(row.rates[rate]) for row in shown] for rate in CLASS_RATES},
    }
    for least_needed in ("right", "spec.", "predicted"):
        if sum(max(map(cells, [heading, *column])) + 3 for heading, column in columns.items()) - 3 > width:
            del columns[least_needed]
    room = width - sum(
        max(map(cells, [heading, *column])) + 3 for heading, column in columns.items() if heading != "class"
    )
    columns["class"] = shortened([row.label for row in shown], max(NARROWEST, min(WIDEST, room)))
    table = plain_table(*columns)
    table.columns[0].no_wrap, table.columns[0].overflow = True, "ellipsis"
    for cells_of_row in zip(*columns.values(), strict=True):
        table.add_row(*(Text(cell) for cell in cells_of_row))
    return table


def _rate(value: float) -> str:
    return "–" if math.isnan(value) else numbers.value(value)
