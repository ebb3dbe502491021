"""An evaluation as plain HTML tables for notebooks; no script, every name escaped."""

from __future__ import annotations

import math
from html import escape

from steelyard.display import numbers
from steelyard.display.how_sure import full, how_made, level, reasons
from steelyard.display.html_table import html_table
from steelyard.display.limits import MOST_SLICES
from steelyard.evaluation import CLASS_RATES, Evaluation
from steelyard.labels import text
from steelyard.score import ClassRow

MOST_ROWS = 300
MOST_CLASSES = 100


def evaluation_html(evaluation: Evaluation) -> str:
    """Return the metrics and the classes as two tables."""
    cm = evaluation.confusion
    evaluation = evaluation.head(MOST_SLICES)
    evaluation.look()
    made = how_made(evaluation.uncertainty)
    axes = list(cm.axes)
    items = f"{numbers.items(cm.each_item_once().total)}, {len(cm.labels):,} classes. {cm.imbalance}"
    scores = [
        [
            *(text(key) for _, key in score.slice),
            score.metric.name,
            numbers.value(score.value),
            full(score.interval),
            numbers.percent(score.normalised),
            "" if score.metric.weighted else "as counted",
            "; ".join(reasons(score)),
        ]
        for score in evaluation.scores[:MOST_ROWS]
    ]
    classes = [
        [
            *(text(key) for _, key in row.slice),
            text(row.label),
            numbers.weight(row.weight),
            numbers.count(row.support),
            numbers.count(row.predicted),
            numbers.count(row.correct),
            *("–" if math.isnan(row.rates[rate]) else numbers.value(row.rates[rate]) for rate in CLASS_RATES),
        ]
        for row in _first(evaluation)
    ]
    heading = "interval" if evaluation.confidence is None else f"{level(evaluation.confidence)} interval"
    more = len(cm.labels) - MOST_CLASSES
    return (
        f"<p>{escape(items)}</p>"
        + html_table(
            f"What matters: {evaluation.importance}",
            [*axes, "metric", "value", heading, "normalised", "weighting", "note"],
            scores,
        )
        + (f"<p>{escape(made)}</p>" if made else "")
        + html_table(
            "Classes, the most important first",
            [*evaluation.overall.confusion.axes, "class", "weight", "items", "predicted", "correct", *CLASS_RATES],
            classes,
        )
        + (f"<p>… and {more:,} more classes</p>" if more > 0 else "")
    )


def _first(evaluation: Evaluation) -> list[ClassRow]:
    return [row for _, rows in evaluation.overall.first_classes(MOST_CLASSES) for row in rows][:MOST_ROWS]
