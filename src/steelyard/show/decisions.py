"""Decisions: a rule and what it gained, and which model decides better over all importance that is left open.

What code calls regret is the mean cost of decisions, and people are told that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from steelyard.decisions.recalibration import CalibrationGain, LogScaling, Recalibration
from steelyard.decisions.rule import Rule
from steelyard.scores.regrets import Regret, RegretDifference, Stretch
from steelyard.show import numbers
from steelyard.show.evaluation_sentences import if_it_counts
from steelyard.show.html import html_of
from steelyard.show.names import capital, listed, quoted, shortened
from steelyard.show.parts import EMPTY_LINE, Column, Item, Part, Sentence, Sheet
from steelyard.show.printing import text_of
from steelyard.show.score_curves import FIXED, acting_from, stretches_text

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
    return text_of(_rule_parts(rule))


def rule_html(rule: Rule) -> str:
    """Return a rule as HTML for a notebook."""
    return html_of(_rule_parts(rule))


def _rule_parts(rule: Rule) -> Iterator[Part]:
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


# What decisions of several models cost, and always answering the same class.


MOST_CONSTANT = 3
"""Of always answering the same class, how many are shown: those that cost least."""


def regret_text(result: Regret) -> str:
    """Return regrets as text of 80 columns."""
    return text_of(_regret_parts(result))


def regret_html(result: Regret) -> str:
    """Return them as HTML for a notebook."""
    return html_of(_regret_parts(result))


def regret_verdict(result: Regret) -> str:
    """Return for each pair of models which decides better, where that turns, or that it cannot be told."""
    if not result.differences:
        each = result.models[0]
        told = f"{capital(_open(result))}, the mean cost of {each.model} is {numbers.value(each.regret)}."
        return told + _acting_on(result)
    return " ".join(capital(_sentence(each, result)) for each in result.differences) + _acting_on(result)


def _is_one(result: Regret) -> bool:
    """Whether nothing is left open: one threshold, or one weight of each class."""
    return result.low == result.high or (result.positive is None and not result.samples)


def _open(result: Regret) -> str:
    if _is_one(result):
        return _fixed(result)
    if result.along == "threshold":
        return f"over the thresholds from {result.low:g} to {result.high:g}"
    return "over " + (
        "the importance that you allow" if result.importance is not None else "all importance of the classes"
    )


def _every(result: Regret) -> str:
    if _is_one(result):
        return _fixed(result)
    return "at every threshold that you allow" if result.along == "threshold" else "for every importance that you allow"


def _fixed(result: Regret) -> str:
    return "at the threshold that you set" if result.along == "threshold" else "with your importance"


def _acting_on(result: Regret) -> str:
    """Say from which probability to act, of two classes if one threshold is left, and what fixed that."""
    if result.threshold is None:
        return ""
    fixed = "" if result.along == "threshold" else f": {FIXED}"
    return f" That is {acting_from(result.positive, result.threshold)}{fixed}."


def _sentence(each: RegretDifference, result: Regret) -> str:
    first, second = result[each.first], result[each.second]
    if math.isnan(each.low):
        return f"as a class has a single item, {each.first} and {each.second} cannot be compared."
    winner = each.everywhere or each.better or (each.second if second.regret < first.regret else each.first)
    best, rest = (second, first) if winner == each.second else (first, second)
    costs = f"{numbers.value(best.regret)} against {numbers.value(rest.regret)}"
    by = f"mean cost {costs}{_lower(each, best.model, result)}"
    if each.everywhere is not None:
        same = " or the same" if each.alike else ""
        return f"{_every(result)}, {best.model} decides better than {rest.model}{same} ({by})."
    if each.first_shown > 0 and each.second_shown > 0:
        return f"which decides better depends on what matters: {_where(each, result)}."
    shown = each.first_shown > 0 or each.second_shown > 0
    if each.better is not None:
        where = f"; one by one, that is shown {_where(each, result, named=False)}" if shown else ""
        return f"{_open(result)}, {best.model} decides better than {rest.model} ({by}){where}."
    if shown:
        pair = f"{each.first} and {each.second}"
        return f"{_open(result)}, {pair} are not told apart on average, but {_where(each, result)}."
    return f"{_open(result)}, {best.model} and {rest.model} are not told apart ({by})."


def _where(each: RegretDifference, result: Regret, *, named: bool = True) -> str:
    """Say where which model is shown to be better."""
    told = []
    for model, shown in ((each.first, each.first_shown), (each.second, each.second_shown)):
        if shown > 0:
            own = [stretch for stretch in each.stretches if stretch.better == model]
            places = _stretches(own, result) if own else f"at {numbers.short_percentage(shown)} of the weights tried"
            told.append(f"{model} decides better {places}" if named else places)
    return listed(told)


def _stretches(own: list[Stretch], result: Regret) -> str:
    ranges = stretches_text(own)
    if result.along == "threshold":
        return f"at thresholds {ranges}"
    return f"where class {quoted([result.positive])[0]} weighs {ranges}"


def _lower(each: RegretDifference, best: str, result: Regret) -> str:
    """Say how much lower the cost of the better one is: above 0, unless its interval crosses 0."""
    ends = (-each.high, -each.low) if best == each.first else (each.low, each.high)
    between = numbers.between(*ends) if ends[0] >= 0 else f"{numbers.signed(ends[0])} … {numbers.signed(ends[1])}"
    by = numbers.value(abs(each.difference))
    return f", lower by {by}, {numbers.round_share(result.confidence)} interval {between}"


def decision_parts(decided: Regret | ValueError) -> Iterator[Part]:
    """Yield what decisions cost, below what scores are worth; or why that is left out."""
    if isinstance(decided, Regret):
        yield from _regret_parts(decided, lead="Decisions:")
    else:
        yield Item(f"What decisions by these scores cost is left out: {str(decided).removesuffix('.')}.")


def _regret_parts(result: Regret, lead: str = "") -> Iterator[Part]:
    yield Sentence(regret_verdict(result), "strong", lead)
    yield EMPTY_LINE
    least = cheapest_constants(result)
    names = [each.model for each in result.models] + [f"always {name}" for _, name in least]
    values = [each.regret for each in result.models] + [value for value, _ in least]
    ends = [numbers.closely_between(each.low, each.high) if math.isfinite(each.low) else "" for each in result.models]
    blank = [""] * len(least)
    yield Sheet(
        [
            Column("decides", names, "names"),
            Column("mean cost ↓", [numbers.value(v) for v in values], extras=ends + blank),
        ]
    )
    yield EMPTY_LINE
    level = numbers.round_share(result.confidence)
    yield Sentence(f"mean cost: {what_is_paid(result)}; behind it, its {level} interval.", "dim")
    yield from map(Item, regret_notes(result))


def cheapest_constants(result: Regret) -> list[tuple[float, str]]:
    """Return what it costs always to answer the same class, and which, the cheapest first."""
    return sorted(zip(result.constant, quoted(result.labels), strict=True), key=lambda pair: pair[0])[:MOST_CONSTANT]


def what_is_paid(result: Regret) -> str:
    """Say what the mean cost of decisions is."""
    if result.along == "threshold":
        return "per item, if a false alarm costs t and a missed positive 1 − t"
    drawn = f" over {numbers.count(result.samples)} drawn weights" if result.samples else ""
    return f"the share of each class that is decided wrongly, times its weight{drawn}: 0 at best, 1 at worst"


def regret_notes(result: Regret) -> list[str]:
    """Return what must be known beside the mean costs, as sentences."""
    return [f"{capital(note)}." for note in dict.fromkeys(str(note) for each in result.models for note in each.note)]
