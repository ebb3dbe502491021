"""The tables that come first: the classes of one model, its averages, and several models as rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import text
from steelyard.evaluation.evaluate import CLASS_RATES, Evaluation
from steelyard.evaluation.score import ClassRow, Score, SliceName
from steelyard.measuring.record import Metric
from steelyard.show import numbers
from steelyard.show.evaluation_sentences import all_count_the_same
from steelyard.show.how_sure import compact, full, level
from steelyard.show.names import WIDEST, WIDEST_HEADING, metric_column, metric_headings, shortened
from steelyard.show.parts import Column, Part, Sentence, Sheet
from steelyard.show.printing import GAP, column_width, sheet_width

if TYPE_CHECKING:
    from steelyard.measuring.lead import Standing

ALL_CLASSES, SOME_CLASSES = 8, 6
"""So many classes are all shown; of more, these."""

FEW_MODELS = 3
"""So many have their intervals below the values; of more, only the first metric has them."""

RATES = {"recall": "recall", "precision": "precision", "f": "F1"}
"""The rates of classes that a short table has, and what they are called there."""

MEANING = {
    "accuracy": "share of items that are right",
    "one_point_auroc_ova": "mean of recall and specificity",
    "one_point_aurpc_ova": "mean of recall and precision",
    "average_accuracy": "mean accuracy about each class",
    "balanced_accuracy": "mean recall of the classes",
    "cba": "mean of min(recall, precision)",
    "f_of_averages": "F1 of mean recall and precision",
    "g_mean": "geometric mean of the recalls",
    "kappa": "agreement beyond chance",
    "macro_precision": "mean precision of the classes",
    "one_point_maurpc_ova": "recall, precision at equal shares",
    "mcc": "correlation of answers and truth",
    "mean_f": "mean F1 of the classes",
}
"""What averages are, in few words; of others, their title says it."""


def classes_parts(evaluation: Evaluation) -> Iterator[Part]:
    """Yield the classes of one model, the most important first: recall, precision and F1 with their intervals."""
    ((at, name),) = evaluation.slices()
    every = len(evaluation.confusion.labels)
    rows = evaluation.class_rows(at, name) if every <= ALL_CLASSES else _first_classes(evaluation, at, name)
    names = Column("class", [row.label for row in rows], "names", narrowest=8)
    same = all_count_the_same(evaluation.weights)
    weights = [] if same else [Column("weight", [numbers.weight(row.weight) for row in rows])]
    sizes = Column(size_heading(evaluation.confusion), [numbers.count(row.support) for row in rows])
    rates = [
        Column(
            heading,
            [written_rate(row, rate) for row in rows],
            extras=() if evaluation.confidence is None else [compact(row.intervals[rate]) for row in rows],
        )
        for rate, heading in RATES.items()
    ]
    yield Sheet([names, *weights, sizes, *rates])
    yield from unmeasured(rows)
    if every > len(rows):
        which = "the lowest recall" if same else "the largest weights"
        yield Sentence(f"… and {every - len(rows):,} more classes; these have {which}.", "dim")


def _first_classes(evaluation: Evaluation, at: tuple[int, ...], name: SliceName) -> list[ClassRow]:
    """Return the most important classes; of those that count the same, the worst."""
    rows = evaluation.class_rows(at, name)
    return sorted(rows, key=lambda row: (-row.weight, math.isnan(row.rates["recall"]), row.rates["recall"]))[
        :SOME_CLASSES
    ]


def averages_sheet(evaluation: Evaluation, names: Sequence[str]) -> Sheet:
    """Return the averages of one model, a row each, with what they are where there is room."""
    scores = _in_order(evaluation.scores, names)
    confidence = evaluation.confidence
    interval = "interval" if confidence is None else f"{level(confidence)} interval"
    columns = [
        _names([score.metric for score in scores]),
        Column("value", [f"{UNMEASURED if _given_up(score) else ''}{numbers.value(score.value)}" for score in scores]),
        Column(interval, [full(score.interval) for score in scores]),
        Column("", [_meaning(score.metric) for score in scores], "words", need=1),
    ]
    return Sheet([column for column in columns if column.heading != interval or any(column.cells)])


def _given_up(score: Score) -> bool:
    """Whether the value of one class is the worst because the model never answers that class."""
    of_one = score.metric.kind == "class"
    return of_one and not math.isnan(score.value) and any(note.kind == "given_up" for note in score.note)


def _names(metrics: Sequence[Metric]) -> Column:
    """Return the names of metrics; which way is better only if it is not higher for all."""
    named = metric_column(metrics)
    return named if any(metric.direction == "lower" for metric in metrics) else replace(named, tails=())


def _meaning(metric: Metric) -> str:
    """Return what a metric is, in few words.

    Examples
    --------
    >>> import steelyard as sy
    >>> _meaning(sy.metrics["balanced_accuracy"]), _meaning(sy.metrics["rci"])
    ('mean recall of the classes', 'relative classifier information')
    """
    return MEANING.get(metric.id, metric.title) if not metric.fixed else metric.title


def explained(metrics: Sequence[Metric], names: Sequence[str]) -> str:
    """Return what metrics are, those with these names, where a table has no room for it.

    Examples
    --------
    >>> import steelyard as sy
    >>> explained([sy.metrics.mcc, sy.metrics.g_mean], ["g_mean", "mcc"])
    'g_mean: geometric mean of the recalls; mcc: correlation of answers and truth.'
    """
    by_name = {metric.name: metric for metric in metrics}
    return f"{'; '.join(f'{name}: {_meaning(by_name[name])}' for name in names)}."


def models_sheets(evaluation: Evaluation, names: Sequence[str], standings: Mapping[str, Standing], room: int) -> Sheet:
    """Return models as rows and metrics as columns, with as many intervals as there is room for."""
    slices = [name for _, name in evaluation.slices()]
    called = Column("model", list(slice_names(slices).values()), "names", narrowest=8)
    for broken in (False, True):
        scored = [_of_metric(evaluation.scores, name) for name in names]
        headings = metric_headings([scores[0].metric for scores in scored], broken=broken)
        columns = [
            _metric_column(heading, scores, standings[name])
            for heading, scores, name in zip(headings, scored, names, strict=True)
        ]
        whole = Sheet([called, *columns])
        if sheet_width(whole) <= room:
            return whole
    if len(slices) <= FEW_MODELS:
        return whole
    first, *others = columns
    return Sheet([called, first, *(Column(c.heading, c.cells, strong=c.strong) for c in others)], beside=True)


def _metric_column(heading: str, scores: Sequence[Score], standing: Standing) -> Column:
    starred = [k in standing.starred for k in range(len(scores))]
    return Column(
        heading,
        [f"{'*' if star else ' '}{numbers.value(score.value)}" for star, score in zip(starred, scores, strict=True)],
        extras=[compact(score.interval) for score in scores],
        strong={k for k, star in enumerate(starred) if star},
    )


def recall_parts(evaluation: Evaluation, room: int) -> Iterator[Part]:
    """Yield the recall of each class by model, of as many classes as there is room for."""
    slices = list(evaluation.slices())
    rows = {name: evaluation.class_rows(at, name) for at, name in slices}
    called = Column("model", list(slice_names(list(rows)).values()), "names", narrowest=8)
    labels = [row.label for row in next(iter(rows.values()))]
    columns = [
        Column(heading, [written_rate(of_model[i], "recall").lstrip("†") for of_model in rows.values()])
        for i, heading in enumerate(shortened(labels, WIDEST_HEADING))
    ]
    widths = np.cumsum([column_width(column, beside=True) + GAP for column in columns])
    left = room - column_width(called, beside=True)
    fitting = max(1, sum(1 for _ in takewhile(lambda wide: wide <= left, widths.tolist())))
    more = len(labels) - fitting
    which = f" (… and {more:,} more)" if more > 0 else ""
    order = "" if all_count_the_same(evaluation.weights) else ", the most important first"
    yield Sentence(f"Recall of each class{order}{which}", "strong")
    yield Sheet([called, *columns[:fitting]])


def _in_order(scores: Sequence[Score], names: Sequence[str]) -> list[Score]:
    by_name = {score.metric.name: score for score in scores}
    return [by_name[name] for name in names]


def _of_metric(scores: Sequence[Score], name: str) -> list[Score]:
    return [score for score in scores if score.metric.name == name]


# What these tables share with those of all metrics and classes.


def slice_names(slices: Sequence[SliceName], widest: int = WIDEST) -> dict[SliceName, str]:
    """Return slices as they are called, so that different ones stay different."""
    keys = [", ".join(text(key) for _, key in name) for name in slices]
    return dict(zip(slices, shortened(keys, widest), strict=True))


UNMEASURED = "†"
"""Beside a rate that is undefined and counts as the worst."""


def told_once(same: Mapping[str, Sequence[str]]) -> Iterator[Part]:
    """Yield which metrics are not shown, as another is the same number."""
    for name, others in same.items():
        if others:
            yield Sentence(f"The same number as {name} here: {', '.join(others)}.", "dim")


def same_numbers(evaluation: Evaluation, called: Sequence[str] = ()) -> dict[str, list[str]]:
    """Return the metrics that are shown, each with those that are the same number, and have the same interval, here.

    Examples
    --------
    >>> import steelyard as sy
    >>> found = same_numbers(sy.evaluate([[8, 2], [1, 89]]), ["balanced_accuracy"])
    >>> found["balanced_accuracy"][:3], found["mcc"]
    (['macro_rest_recall', 'macro_specificity', 'one_point_auroc_ova'], [])
    """
    alike: dict[tuple[Any, ...], list[str]] = {}
    for result in evaluation.measured:
        scores = [score for score in evaluation.scores if score.metric is result.metric]
        ends = tuple(full(score.interval) for score in scores)
        values = tuple(float(f"{score.value:.12g}") for score in scores)
        key = (result.metric.direction, values, ends) if np.isfinite(values).all() else (result.metric.name,)
        alike.setdefault(key, []).append(result.metric.name)
    order = list(called)
    first = {
        min(names, key=lambda name: (order.index(name) if name in order else len(order), len(name))): names
        for names in alike.values()
    }
    return {name: [other for other in names if other != name] for name, names in first.items()}


def size_heading(cm: Confusion) -> str:
    """Return what the sizes of classes are: numbers of items, or their weights."""
    return "items" if not cm.is_weighted and bool(np.all(cm.support % 1 == 0)) else "weight of\nitems"


def unmeasured(rows: Sequence[ClassRow]) -> Iterator[Part]:
    """Yield what the mark beside a rate means, if there is one."""
    if any(_counts_as_the_worst(row, rate) for row in rows for rate in CLASS_RATES):
        yield Sentence(f"{UNMEASURED} never predicted, although the class has items: counts as the worst.", "dim")


def written_rate(row: ClassRow, rate: str) -> str:
    """Write a rate of a class, marked if it is undefined and counts as the worst."""
    value = row.rates[rate]
    if math.isnan(value):
        return "–"
    return f"{UNMEASURED if _counts_as_the_worst(row, rate) else ''}{numbers.value(value)}"


def _counts_as_the_worst(row: ClassRow, rate: str) -> bool:
    return rate in row.undefined and not math.isnan(row.rates[rate])
