"""Which model decides better over all importance that is left open, in a terminal, in a notebook and in a sentence.

What code calls regret is the mean cost of decisions, and people are told that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from steelyard.scores.regrets import Regret, RegretDifference, Stretch
from steelyard.show import numbers
from steelyard.show.class_names import capital, listed, quoted
from steelyard.show.html import html_of
from steelyard.show.parts import EMPTY_LINE, Column, Item, Part, Sentence, Sheet
from steelyard.show.printing import text_of
from steelyard.show.score_curves import FIXED, acting_from, stretches_text

MOST_CONSTANT = 3
"""Of always answering the same class, how many are shown: those that cost least."""


def regret_text(result: Regret) -> str:
    """Return regrets as text of 80 columns."""
    return text_of(_parts(result))


def regret_html(result: Regret) -> str:
    """Return them as HTML for a notebook."""
    return html_of(_parts(result))


def verdict(result: Regret) -> str:
    """Return for each pair of models which decides better, where that turns, or that it cannot be told."""
    if not result.differences:
        each = result.models[0]
        told = f"{capital(_open(result))}, the mean cost of {each.model} is {numbers.value(each.regret)}."
        return told + _acting(result)
    return " ".join(capital(_sentence(each, result)) for each in result.differences) + _acting(result)


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


def _acting(result: Regret) -> str:
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
        yield from _parts(decided, lead="Decisions:")
    else:
        yield Item(f"What decisions by these scores cost is left out: {str(decided).removesuffix('.')}.")


def _parts(result: Regret, lead: str = "") -> Iterator[Part]:
    yield Sentence(verdict(result), "strong", lead)
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
    yield from map(Item, notes_of(result))


def cheapest_constants(result: Regret) -> list[tuple[float, str]]:
    """Return what it costs always to answer the same class, and which, the cheapest first."""
    return sorted(zip(result.constant, quoted(result.labels), strict=True), key=lambda pair: pair[0])[:MOST_CONSTANT]


def what_is_paid(result: Regret) -> str:
    """Say what the mean cost of decisions is."""
    if result.along == "threshold":
        return "per item, if a false alarm costs t and a missed positive 1 − t"
    drawn = f" over {numbers.count(result.samples)} drawn weights" if result.samples else ""
    return f"the share of each class that is decided wrongly, times its weight{drawn}: 0 at best, 1 at worst"


def notes_of(result: Regret) -> list[str]:
    """Return what must be known beside the mean costs, as sentences."""
    return [f"{capital(note)}." for note in dict.fromkeys(str(note) for each in result.models for note in each.note)]
