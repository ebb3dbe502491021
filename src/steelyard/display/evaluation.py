"""An evaluation in the terminal: what matters first, then the metrics by perspective, then the classes."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from steelyard.display import numbers
from steelyard.display.limits import MOST_SLICES, TEXT_WIDTH
from steelyard.display.names import WIDEST, shortened
from steelyard.display.names import width as cells
from steelyard.display.slices import slice_tables
from steelyard.display.tables import AS_COUNTED, plain_table
from steelyard.evaluation import CLASS_RATES, Evaluation
from steelyard.labels import text
from steelyard.moves import sliced_by
from steelyard.score import ClassRow, Score, SliceName

MOST_WEIGHTS = 6
MOST_CLASSES = 20
SIDE_BY_SIDE = 3
"""Long names are shortened until so many slices fit side by side."""

NARROWEST = 8
BAR = 8
SHORT = {"precision": "prec.", "f": "F1", "specificity": "spec."}

PERSPECTIVES = {
    "recall": "Recall: is it found?",
    "precision": "Precision: is it true?",
    "general": "General: both",
}
ARROWS = {"higher": "↑", "lower": "↓"}


def print_evaluation(evaluation: Evaluation, console: Console, *, classes: bool = True) -> None:
    """Print an evaluation to a console of any width, with or without the tables of the classes."""
    for part in _parts(evaluation, console.width, classes=classes):
        with console.capture() as printed:
            console.print(part, highlight=False)
        lines = (line.rstrip() for line in printed.get().splitlines())  # rich pads tables with spaces
        console.file.write("".join(f"{line}\n" for line in lines))


def evaluation_text(evaluation: Evaluation) -> str:
    """Return an evaluation as plain text of 80 columns."""
    out = io.StringIO()
    print_evaluation(evaluation, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


@dataclass
class _Footnotes:
    """Notes under a table, each told once."""

    notes: list[str] = field(default_factory=list)

    def mark(self, note: str) -> str:
        if not note:
            return ""
        if note not in self.notes:
            self.notes.append(note)
        return f"[{self.notes.index(note) + 1}]"


def _parts(evaluation: Evaluation, width: int, *, classes: bool) -> Iterator[RenderableType]:
    cm = evaluation.confusion
    dropped = f"; {numbers.items(cm.dropped)} dropped without a label" if cm.dropped else ""
    what = numbers.items(cm.each_item_once().total)
    yield Text(f"{what[0].upper()}{what[1:]}, {len(cm.labels):,} classes{dropped}.", style="bold")
    yield Text(str(cm.imbalance))
    yield from _what_matters(evaluation)
    footnotes = _Footnotes()
    overall = evaluation.overall
    yield from _metrics(overall, width, footnotes)
    if sliced_by(cm):
        yield Text()
        yield from slice_tables(evaluation, width)
    if classes:
        yield from _classes(overall.head(MOST_SLICES), width)


def _metrics(evaluation: Evaluation, width: int, footnotes: _Footnotes) -> Iterator[RenderableType]:
    """Yield the metrics of one matrix, or of models side by side."""
    cm = evaluation.confusion
    best = _best_values(evaluation)
    evaluation = evaluation.head(MOST_SLICES)
    names = list(dict.fromkeys(score.slice for score in evaluation.scores))
    if cm.shape:
        for batch in _batches(evaluation, names, width):
            yield Text()
            yield _slices_table(evaluation, batch, best, footnotes)
        more = int(np.prod(cm.shape)) - len(names)
        if more > 0:
            yield Text(f"… and {more} more; to_dict(), --json and --csv have all.")
    else:
        yield Text()
        yield _scores_table(evaluation, footnotes)
    legend = "↑ higher is better, ↓ lower is better."
    if any(not score.metric.weighted for score in evaluation.scores):
        legend += f" {AS_COUNTED} as counted, without importance."
    if cm.shape:
        legend += " * best."
    yield Text(legend, style="dim")
    for number, note in enumerate(footnotes.notes, 1):
        yield Text(f"[{number}] {note}")


def _what_matters(evaluation: Evaluation) -> Iterator[RenderableType]:
    order = sorted(range(len(evaluation.weights)), key=lambda i: -evaluation.weights[i])
    yield Text()
    yield Text.assemble(("What matters: ", "bold"), str(evaluation.importance))
    names = shortened([evaluation.confusion.labels[i] for i in order[:MOST_CLASSES]])  # as in the table of classes
    shown = Text("  ")
    for rank, i in enumerate(order[:MOST_WEIGHTS]):
        shown.append(", " if rank else "")
        shown.append(names[rank])
        shown.append(f" {numbers.weight(float(evaluation.weights[i]))}")
    more = len(order) - MOST_WEIGHTS
    shown.append(f", … {more:,} more" if more > 0 else "")
    yield shown


def _grouped(evaluation: Evaluation) -> Iterator[tuple[str, list[list[Score]]]]:
    """Yield, for each perspective, the scores of its metrics (one list of slices per metric)."""
    for perspective, heading in PERSPECTIVES.items():
        rows: dict[str, list[Score]] = {}
        for score in evaluation.scores:
            if score.metric.perspective == perspective:
                rows.setdefault(score.metric.name, []).append(score)
        if rows:
            yield heading, list(rows.values())


def _metric_name(score: Score) -> Text:
    return Text(f"  {score.metric.name}{'' if score.metric.weighted else AS_COUNTED}")


def _bar(share: float) -> str:
    if math.isnan(share):
        return ""
    eighths = round(min(max(share, 0.0), 1.0) * BAR * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + ("▏▎▍▌▋▊▉"[part - 1] if part else "")).ljust(BAR, "·")


def _scores_table(evaluation: Evaluation, footnotes: _Footnotes) -> Table:
    table = plain_table("metric", "", "value", "normalised", "", "note")
    table.columns[-1].justify = table.columns[-2].justify = "left"
    for heading, rows in _grouped(evaluation):
        table.add_row(Text(heading, style="bold"))
        for (score,) in rows:
            table.add_row(
                _metric_name(score),
                ARROWS[score.metric.direction],
                numbers.value(score.value),
                numbers.percent(score.normalised),
                Text(_bar(score.normalised), style="dim"),
                Text(footnotes.mark(score.note)),
            )
    return table


def _batches(evaluation: Evaluation, slices: Sequence[SliceName], width: int) -> Iterator[dict[SliceName, str]]:
    """Yield the slices, and how they are called, in groups that fit beside the metric names."""
    first = [*PERSPECTIVES.values(), *(_metric_name(score).plain for score in evaluation.scores)]
    room = width - max(map(len, first)) - len("   ↑   ")
    cell = max(len(numbers.value(score.value)) + (4 if score.note else 1) for score in evaluation.scores)
    beside = room // min(SIDE_BY_SIDE, len(slices)) - len("   ")
    names = _slice_names(slices, max(cell, min(WIDEST, beside)))
    size = max(1, room // (max(cell, *map(cells, names.values())) + len("   ")))
    for start in range(0, len(slices), size):
        yield {name: names[name] for name in slices[start : start + size]}


def _slice_names(slices: Sequence[SliceName], widest: int = WIDEST) -> dict[SliceName, str]:
    keys = [", ".join(text(key) for _, key in name) for name in slices]
    return dict(zip(slices, shortened(keys, widest), strict=True))


def _slices_table(
    evaluation: Evaluation,
    batch: Mapping[SliceName, str],
    best: dict[str, float],
    footnotes: _Footnotes,
) -> Table:
    table = plain_table("metric", "", *batch.values())
    for heading, rows in _grouped(evaluation):
        table.add_row(Text(heading, style="bold"))
        for scores in rows:
            cells = []
            for score in scores:
                if score.slice in batch:
                    wins = score.value == best.get(score.metric.name)
                    shown = footnotes.mark(score.note) + ("*" if wins else " ") + numbers.value(score.value)
                    cells.append(Text(shown, style="bold" if wins else ""))
            table.add_row(_metric_name(scores[0]), ARROWS[scores[0].metric.direction], *cells)
    return table


def _best_values(evaluation: Evaluation) -> dict[str, float]:
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


def _classes(evaluation: Evaluation, width: int) -> Iterator[RenderableType]:
    """Yield the most important classes, of each model."""
    tables = dict(evaluation.first_classes(MOST_CLASSES))
    names = _slice_names(list(tables))
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
