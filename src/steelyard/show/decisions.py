"""A decision rule in a terminal and in a notebook: what it gained, and the gain of each class."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from steelyard.decisions.recalibration import CalibrationGain, LogScaling, Recalibration
from steelyard.decisions.rule import Rule
from steelyard.show import numbers
from steelyard.show.class_names import capital
from steelyard.show.html import html_of
from steelyard.show.importance_words import if_it_counts
from steelyard.show.names import shortened
from steelyard.show.parts import EMPTY_LINE, Column, Part, Sentence, Sheet
from steelyard.show.printing import text_of
from steelyard.show.score_curves import FIXED, acting_from

MOST_CLASSES = 20
MOST_COLUMNS = 8
"""Of a matrix of gains; its numbers stand side by side."""

FOUND = {
    "closed_form": "in closed form",
    "search": "by search",
    "linearised": "by the slope of the metric",
}
"""How gains were found."""

THRESHOLD = {
    "closed_form": FIXED,
    "search": "found on these items",
    "linearised": "found on these items",
    "untuned": "from there on it is the more probable class",
}
"""What a threshold is, by how the rule was found."""


def rule_text(rule: Rule) -> str:
    """Return a rule as text of 80 columns."""
    return text_of(rule_parts(rule))


def rule_html(rule: Rule) -> str:
    """Return a rule as HTML for a notebook."""
    return html_of(rule_parts(rule))


def rule_parts(rule: Rule) -> Iterator[Part]:
    """Yield what a rule is made of."""
    yield Sentence(_answer(rule), lead="Decision rule:")
    yield Sentence(_reached(rule))
    if acting := _acting(rule):
        yield Sentence(acting)
    if rule.calibration_gain is not None:
        yield Sentence(_recalibrated(rule.recalibration, rule.calibration_gain))
    yield EMPTY_LINE
    yield _by_class(rule) if rule.gains.ndim == 1 else _matrix(rule)
    hidden = len(rule.labels) - (MOST_CLASSES if rule.gains.ndim == 1 else MOST_COLUMNS)
    if hidden > 0:
        yield Sentence(f"… and {hidden:,} more classes; to_dict() has all.")


def _answer(rule: Rule) -> str:
    """Say which class is answered."""
    if rule.method == "untuned":
        return "answer the most probable class. No other rule that was tried is expected to do better."
    largest = "the largest gain · probability" if rule.gains.ndim == 1 else "the largest expected gain"
    return f"answer the class with {largest}; gains were found {FOUND[rule.method]}."


def _reached(rule: Rule) -> str:
    """Say what the rule reaches, on what, beside what, and what to expect of new items."""
    fits = rule.recalibration is not None or rule.method not in ("closed_form", "untuned")
    on = f"on the {numbers.items(rule.items)}{' it was found on' if fits else ''}"
    beside = "" if rule.method == "untuned" else f" ({numbers.value(rule.untuned)} by the most probable class)"
    return f"{_goal(rule)}: {numbers.value(rule.score)} {on}{beside}{_unseen(rule, fits=fits)}."


def _goal(rule: Rule) -> str:
    """Return the metric of a rule, and how much classes count; of costs, all of which the user said, the word alone."""
    metric, importance = rule.goal.metric, rule.goal.importance
    by = capital(metric.title) if "costs" in metric.parameters else f"By {metric.name}"
    return by if importance is None else f"{by} {if_it_counts(importance)}"


def _acting(rule: Rule) -> str:
    """Say from which probability a class is answered, of two classes."""
    if rule.threshold is None:
        return ""
    recalibrated = ", recalibrated" if rule.recalibration is not None else ""
    return f"That is {acting_from(rule.positive, rule.threshold)}{recalibrated}: {THRESHOLD[rule.method]}."


def _unseen(rule: Rule, *, fits: bool) -> str:
    """Say what to expect of new items; nothing was fitted by a formula, but it was chosen among other ways."""
    if np.isnan(rule.unseen):
        return ", which flatters it by an unknown amount"
    if not fits and numbers.value(rule.unseen) == numbers.value(rule.score):
        return ", and as much is to be expected on new ones"
    if not fits:
        return f", and {numbers.value(rule.unseen)} on items that were not used to choose the rule"
    return (
        f". On items that were not used to find it: {numbers.value(rule.unseen)}, which is what to expect on new ones"
    )


def _recalibrated(found: Recalibration | None, gain: CalibrationGain) -> str:
    """Say how probabilities are recalibrated first, and what that gained on held-out items."""
    how = "Probabilities stay as they are" if found is None else f"Probabilities are first recalibrated {_way(found)}"
    if np.isnan(gain.log_loss_after):
        return f"{how}; nothing tells what that gains, as no items could be held out."
    losses = f"log loss {_loss(gain.log_loss_before)} → {_loss(gain.log_loss_after)}"
    scores = f"the metric {numbers.value(gain.score_before)} → {numbers.value(gain.score_after)}"
    return f"{how}: on held-out items, {losses}, {scores}."


def _way(found: Recalibration) -> str:
    if isinstance(found, LogScaling):
        return (
            f"by a temperature of {_gain(found.temperature)}"
            if found.way == "temperature"
            else "by a weight and a bias for each class"
        )
    return "by isotonic regression for each class"


def _loss(value: float) -> str:
    return "infinite" if np.isinf(value) else numbers.value(value)


def _by_class(rule: Rule) -> Sheet:
    labels, gains = rule.labels[:MOST_CLASSES], rule.gains[:MOST_CLASSES].tolist()
    columns = [Column("class", labels, "names"), Column("gain", [_gain(gain) for gain in gains])]
    if rule.goal.weights is not None:
        columns.insert(1, Column("weight", [numbers.weight(float(w)) for w in rule.goal.weights[:MOST_CLASSES]]))
    return Sheet([*columns, Column("", gains, "bars")])


def _matrix(rule: Rule) -> Sheet:
    shown = rule.labels[:MOST_COLUMNS]
    names = shortened(shown)
    by_answer = [
        Column(name, [_gain(gain) for gain in rule.gains[: len(shown), j].tolist()]) for j, name in enumerate(names)
    ]
    return Sheet([Column("gain of truth ↓ answer →", shown, "names"), *by_answer])


def _gain(gain: float) -> str:
    """Write a gain: three digits of whatever size."""
    return f"{gain:.3g}"
