"""Score metrics in a terminal and in a notebook: values with intervals, classes, and which model is better."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.counts.labels import sort
from steelyard.importance import uniform
from steelyard.measuring.notes import Note
from steelyard.measuring.record import Metric
from steelyard.scores.comparison import ScoreComparison, ScoreDifference
from steelyard.scores.decided import counts_items, direction_of, named
from steelyard.scores.evaluation import ModelValue, ScoreEvaluation
from steelyard.scores.question import only
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.regrets import Regret
from steelyard.show import numbers
from steelyard.show.decisions import decision_parts
from steelyard.show.evaluation_sentences import if_it_counts, stated_shares
from steelyard.show.html import html_of
from steelyard.show.names import ARROWS, AS_COUNTED, BY_ITEMS, capital, listed, quoted, shortened
from steelyard.show.parts import EMPTY_LINE, Column, Item, Part, Sentence, Sheet
from steelyard.show.printing import print_parts, text_of

if TYPE_CHECKING:
    from rich.console import Console

MOST_CLASSES = 15
MOST_NOTES = 3
MOST_PAIRED = 3
"""Models whose every pair has a sentence; of more, only the pairs of the best."""
NARROWEST = 20
"""To how many columns the names of metrics in a comparison are shortened at most, so that a pair keeps its verdict."""
WIDEST_OF_PAIR = 14
"""To how many columns the names of two models are shortened above their differences."""
VISIBLE = 0.0005
"""How far bins must be able to move a value to be told: values have three digits."""


def evaluation_text(result: ScoreEvaluation) -> str:
    """Return an evaluation of scores as text of 80 columns."""
    return text_of(_evaluation_parts(result))


def evaluation_html(result: ScoreEvaluation) -> str:
    """Return it as HTML for a notebook."""
    return html_of(_evaluation_parts(result))


def comparison_text(result: ScoreComparison) -> str:
    """Return a comparison of scores as text of 80 columns."""
    return text_of(_comparison_parts(result))


def comparison_html(result: ScoreComparison) -> str:
    """Return it as HTML for a notebook."""
    return html_of(_comparison_parts(result))


def print_scores(
    result: ScoreEvaluation,
    compared: ScoreComparison | None,
    console: Console,
    decided: Regret | ValueError | None = None,
) -> None:
    """Print an evaluation of scores, below it the comparison of several models, and what decisions by them cost.

    Parameters
    ----------
    decided
        What an importance makes of decisions, or why that is left out.
    """
    parts = list(_evaluation_parts(result))
    if compared is not None:
        parts += [EMPTY_LINE, *_comparison_parts(replace(compared, sorted_columns=False), above=result)]
    if decided is not None:
        parts += [EMPTY_LINE, *decision_parts(decided)]
    print_parts(parts, console)


def verdict(result: ScoreComparison, called: Callable[[str], str] = str) -> str:
    """Return which model is better by the first metric, or that they are not told apart; of many, than the best.

    Metrics by which another conclusion is shown than by the first are named.
    """
    name = result.differences[0].metric
    return " ".join([_by_first(name, result, called), *_otherwise(name, result, called)])


def _by_first(name: str, result: ScoreComparison, called: Callable[[str], str]) -> str:
    by = [each for each in result.differences if each.metric == name]
    reached = {model: value for each in by for model, value in zip((each.first, each.second), each.values, strict=True)}
    metric = capital(f"by {called(name)} {_condition(name, result)}".rstrip())
    if all(each.better is None and _is_told(each) for each in by):
        every = listed([f"{model} ({numbers.value(value)})" for model, value in reached.items()])
        return f"{metric}, {every} are not told apart by these {numbers.items(result.items)}."
    known = [model for model, value in reached.items() if not math.isnan(value)]
    if len(reached) > MOST_PAIRED and known:
        best = (max if direction_of(name) == "higher" else min)(known, key=lambda model: reached[model])
        by = [each for each in by if best in (each.first, each.second)]
    first, *others = [_difference_sentence(each, result) for each in by]
    return " ".join([f"{metric}, {first}", *others])


def _otherwise(name: str, result: ScoreComparison, called: Callable[[str], str]) -> list[str]:
    """Say by which other metrics a model is shown to be better that is not so by the first."""
    by_first = {(each.first, each.second): each.better for each in result.differences if each.metric == name}
    found: dict[tuple[str, str], list[str]] = {}
    for each in result.differences:
        pair = (each.first, each.second)
        if each.better is not None and each.better != by_first.get(pair):
            better = pair if each.better == each.first else pair[::-1]
            found.setdefault(better, []).append(each.metric)
    several = len(result.models) > 2
    told = [
        f"By {listed([called(metric) for metric in metrics])}, {winner} is better{f' than {other}' if several else ''}."
        for (winner, other), metrics in found.items()
    ]
    more = len(told) - MOST_PAIRED
    return told if more <= 0 else [*told[:MOST_PAIRED], f"The table has {more:,} more."]


def _is_told(each: ScoreDifference) -> bool:
    """Whether there is a difference, and a test of it."""
    return not math.isnan(each.difference) and not any(note.kind == "moved_by_chance" for note in each.note)


def evaluation_sentence(result: ScoreEvaluation, called: Callable[[str], str] = str) -> str:
    """Return what the first model reaches by the first metric, and how sure that is."""
    first = result.values[0]
    by = capital(f"by {called(first.metric)} {_condition(first.metric, result)}")
    if math.isnan(first.value):
        return f"{by}, {first.model} has no value: {first.note}."
    ends = ""
    if math.isfinite(first.low):
        ends = f" ({numbers.round_share(result.confidence)} interval {numbers.between(first.low, first.high)})"
    return f"{by}, {first.model} reaches {numbers.value(first.value)}{ends}."


def what_counts(result: ScoreEvaluation) -> str:
    """Return how many items of how many classes there are, what averages follow, and the class shares if stated."""
    of = f"{numbers.items(result.items)}, {numbers.classes(len(result.labels))}"
    of += "" if result.bins is None else f", {result.bins:,} bins of scores"
    said = [] if result.positive is None else [f"positive is {quoted([result.positive])[0]}"]
    if any(_follows(each.metric, result) for each in result.values):
        said.append(f"averages over classes {if_it_counts(result.importance)}")
    elif result.positive is not None and result.importance != only(result.positive):
        said.append("the importance has no part in these metrics")
    if result.shares is not None:
        said.append(f"at {stated_shares(result.labels, result.shares)}")
    return f"{'; '.join([of, *said])}."


def _follows(name: str, result: ScoreEvaluation) -> bool:
    """Whether a metric follows an importance that was said, or by default."""
    metric = named(name)
    if result.positive is None:
        return True
    if result.importance == only(result.positive) or counts_items(name):
        return False
    return metric.of_rate is None if isinstance(metric, Metric) else metric.at_importance or metric.kind == "pairs"


def order_of_columns(result: ScoreEvaluation | ScoreComparison) -> str:
    """Say in which order columns were read that nobody named; nothing if someone did."""
    if not result.sorted_columns:
        return ""
    order = listed(quoted(sort(result.labels)), MOST_CLASSES)
    return f"The columns of scores were read as {order}; if that is wrong, say labels=."


def _evaluation_parts(result: ScoreEvaluation) -> Iterator[Part]:
    yield Sentence(what_counts(result))
    yield EMPTY_LINE
    yield _values(result)
    if result.positive is None and len(result.models) == 1:
        rows = [each for each in result.values if each.classes]
        if rows and len(rows[0].classes) > 1:
            yield EMPTY_LINE
            yield _classes(rows)
            if len(rows[0].classes) > MOST_CLASSES:
                yield Sentence(f"… and {len(rows[0].classes) - MOST_CLASSES:,} more classes; to_dict() has all.")
    yield EMPTY_LINE
    level = numbers.round_share(result.confidence)
    marks = marks_of(each.metric for each in result.values)
    yield Sentence(f"{marks}; behind each value, its {level} interval.", "dim")
    yield from _decided(result, result.values)
    yield from _order(result)
    yield from _binning(result)
    yield from _notes(result.values)


def _binning(result: ScoreEvaluation) -> Iterator[Part]:
    """Say how far bins can have moved values, where that shows."""
    moved: dict[str, float] = {}
    for each in result.values:
        moved[each.metric] = max(moved.get(each.metric, 0.0), each.binning)
    seen = [f"{metric} by at most {by:.2g}" for metric, by in moved.items() if by >= VISIBLE]
    if seen:
        yield Item(
            f"Scores of one bin count as equal, which can have moved {listed(seen, len(seen))}. Intervals allow for "
            "that; more bins hide less."
        )
    if result.bins is not None and len(result.models) > 1:
        yield Item("Bins do not tell what models give to the same items, so these are not compared.")


def _order(result: ScoreEvaluation | ScoreComparison) -> Iterator[Part]:
    if told := order_of_columns(result):
        yield Sentence(told, "dim")


def _decided(
    result: ScoreEvaluation | ScoreComparison, rows: Iterable[ModelValue] | Iterable[ScoreDifference]
) -> Iterator[Part]:
    for told in decided_sentences(result, rows):
        yield Sentence(told, "dim")


def decided_sentences(
    result: ScoreEvaluation | ScoreComparison, rows: Iterable[ModelValue] | Iterable[ScoreDifference]
) -> Iterator[str]:
    """Say what decisions are, of which some metrics are."""
    names = list(dict.fromkeys(each.metric for each in rows if each.of_decisions))
    if names:
        of_two = ""
        if len(result.labels) == 2 and result.question is not None:
            of_two = f": {quoted([result.question.answered])[0]} from a probability of 0.5 on"
        are = "is" if len(names) == 1 else "are"
        yield f"{listed(names, MOST_CLASSES)} {are} of the most probable class of each item{of_two}."


def heading_of(metric: str, called: Callable[[str], str] = str) -> str:
    """Return a metric with its direction, and a mark if it goes by items."""
    return f"{called(metric)}{AS_COUNTED if counts_items(metric) else ''} {ARROWS[direction_of(metric)]}"


def marks_of(metrics: Iterable[str]) -> str:
    """Return what the marks in headings mean."""
    by_items = f", {BY_ITEMS.removesuffix('.')}" if any(map(counts_items, metrics)) else ""
    return f"↑ higher is better, ↓ lower is better{by_items}"


def _values(result: ScoreEvaluation) -> Sheet:
    names = list(dict.fromkeys(each.metric for each in result.values))
    columns = [Column("metric", [heading_of(name) for name in names], "words")]
    for model in result.models:
        own = [each for each in result.values if each.model == model]
        heading = "value" if len(result.models) == 1 else model
        columns.append(
            Column(heading, [numbers.value(each.value) for each in own], extras=[_ends(each) for each in own])
        )
    return Sheet(columns)


def _ends(each: ModelValue) -> str:
    return numbers.closely_between(each.low, each.high) if math.isfinite(each.low) else ""


def _classes(rows: list[ModelValue]) -> Sheet:
    shown = rows[0].classes[:MOST_CLASSES]
    columns = [
        Column("class", [row.label for row in shown], "names"),
        Column("items", [numbers.count(row.items) for row in shown]),
    ]
    for each in rows:
        own = each.classes[:MOST_CLASSES]
        ends = [numbers.closely_between(row.low, row.high) if math.isfinite(row.low) else "" for row in own]
        columns.append(Column(each.metric, [numbers.value(row.value) for row in own], extras=ends))
    return Sheet(columns)


def notes_of(values: tuple[ModelValue, ...], called: Callable[[str], str] = str) -> list[str]:
    """Return the notes of values as sentences, each with the metrics and models that it is about, if not all.

    They stand in the order in which the values have them; `called` is what metrics are called.
    """
    told: dict[str, dict[str, list[str]]] = {}
    models: dict[str, list[str]] = {}
    for each in values:
        models.setdefault(each.metric, []).append(each.model)
        for note in each.note:
            told.setdefault(str(note), {}).setdefault(each.metric, []).append(each.model)
    found = []
    for sentence, about in told.items():
        if about == models and len(models) > 1:
            found.append(f"{capital(sentence)}.")
            continue
        whole = [called(metric) for metric, own in about.items() if own == models[metric]]
        some = [
            f"{called(metric)} of {model}" for metric, own in about.items() if own != models[metric] for model in own
        ]
        found.append(f"{', '.join([*whole, *some])}: {sentence}.")
    return found


def _notes(values: tuple[ModelValue, ...]) -> Iterator[Part]:
    yield from map(Item, notes_of(values)[:MOST_NOTES])


def _comparison_parts(result: ScoreComparison, above: ScoreEvaluation | None = None) -> Iterator[Part]:
    """Yield what a comparison is made of; what the evaluation `above` it has said of decisions is not said again."""
    yield Sentence(verdict(result), "strong")
    yield EMPTY_LINE
    each = result.differences
    yield _differences(result)
    yield EMPTY_LINE
    yield Sentence(what_p_is(result), "dim")
    if above is None:
        if any(counts_items(one.metric) for one in each):
            yield Sentence(BY_ITEMS, "dim")
        yield from _decided(result, each)
    yield from _order(result)
    before = {note for one in above.values for note in one.note} if above is not None else set()
    yield from map(Item, difference_notes(result, before)[:MOST_NOTES])


def difference_notes(result: ScoreComparison, before: Collection[Note] = ()) -> list[str]:
    """Return the notes of differences as sentences, without those that were told before of values."""
    new = [note for one in result.differences for note in one.note if replace(note, model=None) not in before]
    told = {str(note): note.model for note in new}
    # The name of a model stays as it is.
    return [f"{capital(sentence) if model is None else sentence}." for sentence, model in told.items()]


def _differences(result: ScoreComparison) -> Sheet:
    """Return a row for each metric and pair; of two models alone, their names stand above the differences."""
    each, corrected = result.differences, tests_of(result) > 1
    pairs = [f"{one.first} − {one.second}" for one in each]
    two = len(result.models) == 2
    heading = " − ".join(shortened(result.models, WIDEST_OF_PAIR)) if two else "difference"
    columns = [
        Column("metric", [heading_of(one.metric) for one in each], "words", narrowest=NARROWEST),
        *([] if two else [Column("models", pairs, "names", widest=28)]),
        Column(heading, [_signed(one.difference) for one in each], extras=[_interval(one) for one in each]),
        Column("p", [p_cell(one.p_value) for one in each], need=1 if corrected else 0),
        *([Column("Holm", [p_cell(one.p_adjusted) for one in each])] if corrected else []),
        Column("better", [one.better or "–" for one in each], "names"),
    ]
    return Sheet(columns, keys=1 if two else 2)


def tests_of(result: ScoreComparison) -> int:
    """Return how many tests are corrected together."""
    return sum(not math.isnan(each.p_value) for each in result.differences)


def what_p_is(result: ScoreComparison) -> str:
    """Say what the p-values of the table of differences are."""
    tests = tests_of(result)
    p = "p: how often chance alone would set equal models as far apart"
    holm = f"; Holm: the same, corrected for the {tests:,} tests of this table, which decides what is better"
    return f"{p}{holm if tests > 1 else ''}."


def _signed(value: float) -> str:
    return numbers.UNDEFINED if math.isnan(value) else numbers.signed(value)


def p_cell(value: float) -> str:
    """Return a p-value as a cell of a table."""
    return "–" if math.isnan(value) else numbers.p_value(value).removeprefix("= ").replace("< ", "<")


def _interval(one: ScoreDifference) -> str:
    return f"{numbers.signed(one.low)} … {numbers.signed(one.high)}" if math.isfinite(one.low) else ""


def _condition(name: str, result: ScoreEvaluation | ScoreComparison) -> str:
    metric = named(name)
    if isinstance(metric, Metric) and metric.of_rate is not None:
        return ""  # the name has the class already
    if counts_items(name):
        return "with every item counted the same"
    asked = result.positive is not None and result.importance == only(result.positive)
    if isinstance(metric, ScoreMetric) and result.positive is not None and (asked or not metric.at_importance):
        return f"of class {quoted([result.positive])[0]}"
    return if_it_counts(uniform() if asked else result.importance)


def _difference_sentence(each: ScoreDifference, result: ScoreComparison) -> str:
    if math.isnan(each.difference):
        why = f" ({each.note})" if each.note else ""
        return f"{each.first} and {each.second} cannot be compared{why}."
    unsure = [str(note) for note in each.note if note.kind == "moved_by_chance"]
    if unsure:
        return (
            f"{each.first} has {numbers.value(each.values[0])} and {each.second} "
            f"{numbers.value(each.values[1])}; {unsure[0]}."
        )
    if each.better is None:
        return (
            f"{each.first} ({numbers.value(each.values[0])}) and {each.second} "
            f"({numbers.value(each.values[1])}) are not told apart by these {numbers.items(result.items)}."
        )
    pair = (each.first, each.second), each.values
    (winner, other), (best, rest) = pair if each.better == each.first else (pair[0][::-1], pair[1][::-1])
    low, high = sorted((abs(each.low), abs(each.high)))
    several = "corrected for several tests " if each.p_adjusted > each.p_value else ""
    return (
        f"{winner} ({numbers.value(best)}) is better than {other} ({numbers.value(rest)}) by "
        f"{numbers.value(abs(each.difference))} ({numbers.round_share(result.confidence)} interval "
        f"{numbers.between(low, high)}; {several}p {numbers.p_value(each.p_adjusted)})."
    )
