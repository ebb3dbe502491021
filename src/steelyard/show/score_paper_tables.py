"""Tables for texts of what scores are worth: as those of labels, a value with its interval in a cell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from steelyard.scores.comparison import ScoreComparison, ScoreDifference
from steelyard.scores.decided import counts_items, direction_of
from steelyard.scores.evaluation import ModelValue, ScoreEvaluation
from steelyard.scores.regrets import Regret
from steelyard.show import numbers
from steelyard.show.how_sure import level
from steelyard.show.models import BY_ITEMS
from steelyard.show.paper_tables import PaperTable, latex, markdown, p_cell, table_of, with_interval
from steelyard.show.regret import cheapest_constants, what_is_paid
from steelyard.show.regret import notes_of as regret_notes
from steelyard.show.scores import decided_sentences, difference_notes, notes_of, order_of_columns, what_counts
from steelyard.show.tables import AS_COUNTED

__all__ = ["latex", "markdown"]


@table_of.register
def _evaluation_table(answer: ScoreEvaluation, what: str | None = None) -> PaperTable:
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
def _comparison_table(answer: ScoreComparison, what: str | None = None) -> PaperTable:
    """Return a row for each metric and pair of models."""
    _refuse(what)
    rows = [
        [
            _marked(each.metric),
            f"{each.first} − {each.second}",
            *map(_value, each.values),
            _lead(each),
            p_cell(each.p_adjusted),
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
    rows = [[each.model, with_interval(each.regret, *pair)] for each, pair in zip(answer.models, ends, strict=True)] + [
        [f"always {name}", numbers.value(value)] for value, name in cheapest_constants(answer)
    ]
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
    return with_interval(each.value, *((each.low, each.high) if math.isfinite(each.low) else (None, None)))


def _value(value: float) -> str:
    return "∞" if math.isinf(value) else numbers.value(value)


def _lead(each: ScoreDifference) -> str:
    if math.isnan(each.difference):
        return "–"
    ends = f" ({numbers.signed(each.low)} to {numbers.signed(each.high)})" if math.isfinite(each.low) else ""
    return f"{numbers.signed(each.difference)}{ends}"
