"""Tables for texts, of labels and of scores: Markdown for a README or a review, LaTeX with booktabs for a paper.

What a table says is a plain record first; both writers write the same one. Of an evaluation and a comparison it is what
a paper shows, values with their intervals; of any other answer, its rows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.difference import Difference
from steelyard.counts.answer import Answer, alike
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, text
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.score import Score
from steelyard.importance import Importance
from steelyard.measuring.record import Metric
from steelyard.scores.comparison import ScoreComparison, ScoreDifference
from steelyard.scores.decided import counts_items, direction_of
from steelyard.scores.evaluation import ModelValue, ScoreEvaluation
from steelyard.scores.regrets import Regret
from steelyard.show import numbers
from steelyard.show.brief_tables import RATES
from steelyard.show.decisions import cheapest_constants, regret_notes, what_is_paid
from steelyard.show.evaluation_sentences import at_shares_sentence
from steelyard.show.how_sure import level
from steelyard.show.html import CORNER
from steelyard.show.names import AS_COUNTED, BY_ITEMS, marked
from steelyard.show.parts import one_line
from steelyard.show.scores import decided_sentences, difference_notes, notes_of, order_of_columns, what_counts
from steelyard.show.verdict import correction

MOST_CLASSES = 20
"""Of a matrix that a page of a text can hold."""

Place = tuple[int, int]
"""A cell: its row and its column."""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table: headings, cells by row, the columns that hold numbers, cells that stand out, and what is said below."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: Collection[int] = frozenset()
    strong: Collection[Place] = frozenset()
    notes: Sequence[str] = ()


def markdown(answer: Answer, what: str | None = None) -> str:
    """Return the table of an answer as Markdown, as GitHub and most others read it."""
    table = table_of(answer, what)
    rows = [
        [_markdown_cell(each) for each in table.headings],
        ["--:" if k in table.numeric else ":--" for k in range(len(table.headings))],
        *(
            [_markdown_cell(each, strong=(i, k) in table.strong) for k, each in enumerate(row)]
            for i, row in enumerate(table.rows)
        ),
    ]
    below = ["", " ".join(map(_markdown_cell, table.notes))] if table.notes else []
    return "\n".join([*(f"| {' | '.join(row)} |" for row in rows), *below, ""])


def latex(answer: Answer, what: str | None = None) -> str:
    r"""Return the table of an answer as a `tabular` of LaTeX, for `\usepackage{booktabs}`."""
    table = table_of(answer, what)
    columns = "".join("r" if k in table.numeric else "l" for k in range(len(table.headings)))
    rows = [
        _latex_row(_latex_cell(each, strong=(i, k) in table.strong) for k, each in enumerate(row))
        for i, row in enumerate(table.rows)
    ]
    return "\n".join(
        [
            r"% \usepackage{booktabs}",
            *(f"% {one_line(note)}" for note in table.notes),
            rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}",
            r"\toprule",
            _latex_row(map(_latex_cell, table.headings)),
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


# Signs that mean something to Markdown and to LaTeX.


MARKDOWN = re.compile(r"[\\`*|<>\[\]$~]|(?<!\w)_|_(?!\w)")
"""Within a word, an underscore is itself."""

LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": "$<$",
    ">": "$>$",
    "−": "$-$",
    "–": "--",
    "°": r"$^\circ$",
    "…": r"\ldots{}",
    "∞": r"$\infty$",
    "↓": r"$\downarrow$",
    "→": r"$\rightarrow$",
}
"""What stands for a sign that LaTeX reads otherwise, or does not know."""


def _markdown_cell(cell: str, *, strong: bool = False) -> str:
    shown = MARKDOWN.sub(r"\\\g<0>", one_line(cell))
    return f"**{shown}**" if strong else shown


def _latex_cell(cell: str, *, strong: bool = False) -> str:
    shown = "".join(LATEX.get(character, character) for character in one_line(cell))
    return rf"\textbf{{{shown}}}" if strong else shown


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


# What stands in the table, by the type of the answer.


@singledispatch
def table_of(answer: Answer, what: str | None = None) -> PaperTable:
    """Return the table of an answer: if its type has none of its own, that of its rows."""
    return _rows_table(answer, what)


def _rows_table(answer: Answer, what: str | None) -> PaperTable:
    """Return the rows of an answer, without the columns that say nothing."""
    rows = alike(answer.to_rows() if what is None else answer.to_rows(what))  # type: ignore[call-arg]
    columns = [name for name in (rows[0] if rows else ()) if any(row[name] not in (None, "", []) for row in rows)]
    cells = [[_plain_cell(row[name]) for name in columns] for row in rows]
    numeric = {k for k, name in enumerate(columns) if all(_is_number(row[name]) for row in rows)}
    return PaperTable([name.replace("_", " ") for name in columns], cells, numeric)


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _plain_cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() and abs(value) > 1 else f"{value:.4g}"
    return ", ".join(map(_plain_cell, value)) if isinstance(value, list) else text(value)


@table_of.register
def _matrix_table(answer: Confusion, what: str | None = None) -> PaperTable:
    """Return a matrix, rows are truth; of a stack, or of many classes, a row for each cell."""
    labels = answer.labels
    if what is not None or answer.shape or len(labels) > MOST_CLASSES:
        return _rows_table(answer, what)
    rows = [[text(label), *map(numbers.count, row)] for label, row in zip(labels, answer.counts.tolist(), strict=True)]
    return PaperTable([CORNER, *map(text, labels)], rows, range(1, len(labels) + 1))


@table_of.register
def _evaluation_table(answer: Evaluation, what: str | None = None) -> PaperTable:
    if what not in (None, "metrics", "classes"):
        answer.to_rows(what)  # which says what there is
    return _classes_table(answer) if what == "classes" else _metrics_table(answer)


def _metrics_table(evaluation: Evaluation) -> PaperTable:
    """Return a row for each metric (and slice), and a column for each model."""
    evaluation.uncertainty.look()
    by_row: dict[tuple[Metric, tuple[Label, ...]], dict[Label, Score]] = {}
    for score in evaluation.scores:
        keys = tuple(key for name, key in score.slice if name != MODEL)
        by_row.setdefault((score.metric, keys), {})[dict(score.slice).get(MODEL)] = score
    axes = [name for name in evaluation.confusion.axes if name != MODEL]
    models = list(evaluation.confusion.axes.get(MODEL, (None,)))
    rows = [
        [marked(metric), *map(text, keys), *(_score(by[m]) for m in models)] for (metric, keys), by in by_row.items()
    ]
    named = ["value"] if models == [None] else [text(model) for model in models]
    before = 1 + len(axes)
    strong = {
        (i, before + k)
        for i, (metric, _) in enumerate(by_row)
        for k in (evaluation.standings[metric.name].starred if not axes and len(models) > 1 else ())
    }
    bracketed = any(score.low is not None for score in evaluation.scores)
    notes = [*_notes(evaluation, bracketed=bracketed), *(["Bold: the best."] if strong else [])]
    if any(not metric.weighted for metric, _ in by_row):
        notes.append(BY_ITEMS)
    headings = ["metric", *axes, *named]
    return PaperTable(headings, rows, range(before, len(headings)), strong, notes)


def _score(score: Score) -> str:
    return _with_interval(score.value, score.low, score.high)


def _with_interval(value: float | None, low: float | None, high: float | None) -> str:
    """Write a value with its interval in brackets, if there is one."""
    shown = numbers.value(value)
    whole = shown if low is None or high is None else f"{shown} ({numbers.between(low, high)})"
    return whole.replace("-", "−")


def _classes_table(evaluation: Evaluation) -> PaperTable:
    axes = list(evaluation.confusion.axes)
    rows = [
        [
            *(text(row[axis]) for axis in axes),
            text(row["label"]),
            numbers.weight(row["weight"]),
            numbers.count(row["support"]),
            *(_with_interval(row[rate], row[f"{rate}_low"], row[f"{rate}_high"]) for rate in RATES),
        ]
        for row in evaluation.to_rows("classes")
    ]
    headings = [*axes, "class", "weight", "items", *RATES.values()]
    bracketed = any(interval for row in evaluation.classes for interval in row.intervals.values())
    notes = list(_notes(evaluation, bracketed=bracketed))
    return PaperTable(headings, rows, range(1 + len(axes), len(headings)), notes=notes)


def _notes(evaluation: Evaluation, *, bracketed: bool) -> Iterator[str]:
    """Yield what a reader of the numbers must know: how many items, what matters, and which intervals."""
    sizes = numbers.counted(evaluation.confusion.each_item_once())
    yield f"{sizes[0].upper()}{sizes[1:]}; {_what_matters(evaluation.importance)}."
    if evaluation.shares is not None:
        yield at_shares_sentence(evaluation)
    if bracketed and evaluation.confidence is not None:
        yield f"In brackets, {level(evaluation.confidence)} intervals."


def _what_matters(importance: Importance) -> str:
    return "all classes count the same" if str(importance) == "uniform" else f"what matters: {importance}"


@table_of.register
def _comparison_table(answer: Comparison, what: str | None = None) -> PaperTable:
    """Return a row for each metric and pair, that of the verdict first; of the "scores", for each metric and model."""
    if what == "scores":
        named: Mapping[str, Metric] = {each.metric.name: each.metric for each in answer.scored}
        rows = [
            [marked(named[row["metric"]]), text(row[MODEL]), _with_interval(row["value"], row["low"], row["high"])]
            for row in answer.to_rows("scores")
        ]
        return PaperTable(["metric", "model", "value"], rows, {2}, notes=[_compared(answer)])
    if what not in (None, "differences"):
        answer.to_rows(what)  # which says what there is
    values = {
        (each.metric.name, m): v for each in answer.scored for m, v in zip(answer.models, each.values, strict=True)
    }
    rows, strong = [], set()
    for i, each in enumerate(sorted(answer.differences, key=lambda each: each.metric.name != answer.main)):
        of = each.metric.name
        first, second = (numbers.value(float(values[of, model])) for model in (each.a, each.b))
        pair = f"{text(each.a)} − {text(each.b)}"
        rows.append([marked(each.metric), pair, first, second, _lead(each), _p_cell(each.p_adjusted)])
        strong |= {(i, 4)} if each.better is not None else set()
    headings = ["metric", "pair", "first", "second", "difference", "p"]
    return PaperTable(headings, rows, range(2, len(headings)), strong, [_compared(answer), *_told(answer)])


def _told(answer: Comparison) -> Iterator[str]:
    """Yield by which metric the verdict is, what p-values are corrected for, and which differences are bold."""
    if len(answer.scored) > 1:
        yield f"The metric of the verdict, {answer.main}, stands first."
    yield f"p (Holm) is {correction(answer, len(answer.scored))}."
    beyond = f"is beyond ±{answer.rope:g}" if answer.rope else "leaves out 0"
    yield f"Bold: one model is better, as the interval {beyond} and p is below {1 - answer.confidence:.6g}."


def _lead(difference: Difference) -> str:
    """Write a difference with its sign, and with its interval if it is known."""
    low, high = (numbers.signed(end) for end in (difference.interval.low, difference.interval.high))
    return f"{numbers.signed(difference.value)}{f' ({low} to {high})' if difference.interval.known else ''}"


def _p_cell(p: float) -> str:
    """Write a p-value as a cell."""
    return "–" if math.isnan(p) else numbers.p_value(p).removeprefix("= ")


def _compared(answer: Comparison) -> str:
    sizes = numbers.items(answer.items)
    averaged = answer.said is not None or any(each.metric.weighted for each in answer.scored)
    averages = "" if answer.score().metric.weighted else "in averages, "
    matters = f"; {averages}{_what_matters(answer.importance)}" if averaged else ""
    return f"{sizes[0].upper()}{sizes[1:]}{matters}. In brackets, {level(answer.confidence)} intervals."


# Of scores, and of what decisions by them cost.


@table_of.register
def _score_evaluation_table(answer: ScoreEvaluation, what: str | None = None) -> PaperTable:
    """Return a row for each metric, and a column for each model."""
    _refuse(what)
    by_metric: dict[str, list[ModelValue]] = {}
    for each in answer.values:
        by_metric.setdefault(each.metric, []).append(each)
    rows = [[_marked(metric), *map(_cell, of)] for metric, of in by_metric.items()]
    best = [_best(metric, of) for metric, of in by_metric.items()]
    strong = {(i, 1 + k) for i, places in enumerate(best) for k in places}
    notes = [what_counts(answer), *_below(answer, answer.values), *(["Bold: the best."] if strong else [])]
    notes += [*decided_sentences(answer, answer.values), *notes_of(answer.values), order_of_columns(answer)]
    headings = ["metric", *(answer.models if len(answer.models) > 1 else ["value"])]
    return PaperTable(headings, rows, range(1, len(headings)), strong, [each for each in notes if each])


@table_of.register
def _score_comparison_table(answer: ScoreComparison, what: str | None = None) -> PaperTable:
    """Return a row for each metric and pair of models."""
    _refuse(what)
    rows = [
        [
            _marked(each.metric),
            f"{each.first} − {each.second}",
            *map(_value, each.values),
            _score_lead(each),
            _p_cell(each.p_adjusted),
        ]
        for each in answer.differences
    ]
    strong = {(i, 4) for i, each in enumerate(answer.differences) if each.better is not None}
    tests = sum(not math.isnan(each.p_value) for each in answer.differences)
    notes = [answer.verdict, f"{numbers.items(answer.items)}.", *_below(answer, answer.differences)]
    notes += [f"p corrected by Holm for the {tests:,} tests of this table."] if tests > 1 else []
    notes += ["Bold: better beyond chance."] if strong else []
    notes += [*decided_sentences(answer, answer.differences), *difference_notes(answer), order_of_columns(answer)]
    headings = ["metric", "pair", "first", "second", "difference", "p"]
    return PaperTable(headings, rows, range(2, len(headings)), strong, [each for each in notes if each])


@table_of.register
def _regret_table(answer: Regret, what: str | None = None) -> PaperTable:
    """Return the mean cost of each model's decisions, and of always answering the same class."""
    _refuse(what)
    ends = [(each.low, each.high) if math.isfinite(each.low) else (None, None) for each in answer.models]
    rows = [
        [each.model, _with_interval(each.regret, *pair)] for each, pair in zip(answer.models, ends, strict=True)
    ] + [[f"always {name}", numbers.value(value)] for value, name in cheapest_constants(answer)]
    winners = {each.better for each in answer.differences}
    strong = {(i, 1) for i, each in enumerate(answer.models) if winners == {each.model}}
    notes = [answer.verdict, f"{numbers.items(answer.items)}; mean cost: {what_is_paid(answer)}."]
    notes += [f"In brackets, {level(answer.confidence)} intervals."] if ends != [(None, None)] * len(ends) else []
    notes += ["Bold: better than each other model, beyond chance."] if strong else []
    return PaperTable(["decides", "mean cost"], rows, {1}, strong, [*notes, *regret_notes(answer)])


def _refuse(what: str | None) -> None:
    if what is not None:
        raise ValueError(f"of scores there is one table, so leave out what={what!r}.")


def _below(
    answer: ScoreEvaluation | ScoreComparison, rows: Sequence[ModelValue] | Sequence[ScoreDifference]
) -> Iterator[str]:
    """Yield what brackets and marks mean."""
    if any(math.isfinite(each.low) for each in rows):
        yield f"In brackets, {level(answer.confidence)} intervals."
    if any(counts_items(each.metric) for each in rows):
        yield BY_ITEMS


def _marked(metric: str) -> str:
    return f"{metric}{AS_COUNTED if counts_items(metric) else ''}"


def _best(metric: str, of: list[ModelValue]) -> list[int]:
    """Return the places of the best models, where not all are alike."""
    sign = 1 if direction_of(metric) == "higher" else -1
    known = {k: sign * each.value for k, each in enumerate(of) if not math.isnan(each.value)}
    if len(set(known.values())) < 2:
        return []
    return [k for k, value in known.items() if value == max(known.values())]


def _cell(each: ModelValue) -> str:
    if math.isinf(each.value):
        return _value(each.value)
    return _with_interval(each.value, *((each.low, each.high) if math.isfinite(each.low) else (None, None)))


def _value(value: float) -> str:
    return "∞" if math.isinf(value) else numbers.value(value)


def _score_lead(each: ScoreDifference) -> str:
    if math.isnan(each.difference):
        return "–"
    ends = f" ({numbers.signed(each.low)} to {numbers.signed(each.high)})" if math.isfinite(each.low) else ""
    return f"{numbers.signed(each.difference)}{ends}"
