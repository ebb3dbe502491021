"""The conclusion of a comparison in words: who is better, by how much, how sure, and under which weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from steelyard.comparison.conclusion import Known, conclusion_of, no_errors
from steelyard.comparison.contestants import fewest_items
from steelyard.counts.labels import text
from steelyard.measuring.notes import Notes
from steelyard.show.evaluation_sentences import dispute, if_it_counts
from steelyard.show.names import capital, named, shortened
from steelyard.show.numbers import chance, digits_of, items, p_value, with_minus

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison
    from steelyard.comparison.difference import Difference
    from steelyard.evaluation.misleading import Mark
    from steelyard.measuring.record import Metric

Naming = Callable[["Metric"], str]
"""What a metric is called: its name, as people ask for it; on a page its title."""

BY_NAME: Naming = attrgetter("name")

SLICES = {
    "folds": ("folds", "whether training again would change the order"),
    "datasets": ("data sets", "whether the order holds on other data sets"),
}
"""What the slices of a comparison are called, and what they tell."""


def verdict_of(result: Comparison) -> str:
    """Return the conclusion by the main metric."""
    return " ".join(sentences_of(result))


def sentences_of(result: Comparison, called: Naming = BY_NAME) -> Iterator[str]:
    """Yield the sentences of the conclusion."""
    main, names = result.score(), shortened(result.models)
    metric = called(main.metric)
    conclusion = conclusion_of(result)
    order, alike = conclusion.order, conclusion.alike
    if not order:
        yield f"No model has a {metric}: it is undefined for all of them."
        return
    if len(order) == 1:
        yield f"Only {names[order[0]]} has a {metric}; that of {some_of(names, order, but=True)} is undefined."
        return
    best, second = order[0], order[1] if conclusion.second is None else conclusion.second
    if len(alike) > 1:
        yield _nothing_between(result, names, alike)
    if result.said is not None and not main.metric.weighted:
        yield f"Your importance has no part in {metric}, which counts items, not classes."
    if conclusion.known is not None:
        yield _known(result, names, (best, second), conclusion.known, metric)
    group = next(group for group in main.groups if best in group)
    others = [k for k in group if k != second and k not in alike]
    if others:
        told = f"shown to be better by more than {result.rope:g} than" if result.rope else "told apart from"
        yield f"{names[best]} is not {told} {some_of(names, others)} either."
    yield from _misleading(result, names, (best, second), called)
    yield from _doubts(result, best, second)
    yield from _folds(result, names, best, second)
    named = not result.standings[main.metric.name].disputed  # else nobody beats anybody, whatever the weights
    if named and result.robust is not None:
        yield result.robust.sentence
        if result.robust.note:
            yield f"{capital(str(result.robust.note))}."
    if not result.paired:
        yield (
            "Each model was taken to have items of its own. On the same items, the interval would be narrower if the "
            "models make the same errors."
        )


def _nothing_between(result: Comparison, names: Sequence[str], alike: Sequence[int]) -> str:
    """Return that models without errors, or with the same answers, are not told apart by these items."""
    if not no_errors(result, alike[0]):
        return f"{some_of(names, alike)} gave the same answers to all {result.items:,.15g} items."
    if result.paired:
        right = f": {some_of(names, alike)} are right on all {result.items:,.15g} items"
    else:
        own = (f"{names[k]} has {result.tables.slice(k).items.item():,.15g} items" for k in alike)
        right = f" ({', '.join(own)})"
    return f"No errors were seen{right}, so these items do not show which is better."


def _known(result: Comparison, names: Sequence[str], models: tuple[int, int], known: Known, metric: str) -> str:
    """Return what is known of the best model and the next that is not alike.

    How probable it is that one is better is said only of one that is: beside few items of a class, 95 % is claimed
    wrongly more often than once in twenty, 97.5 % holds.
    """
    best, second = models
    by = f"By {metric}{_importance(result)}, "
    if known == "disputed":
        return f"{by}{dispute(result.standings[result.score().metric.name], names)}."
    difference = result.pair(result.models[best], result.models[second])
    lead, digits = difference.lead_of(result.models[best]), _digits(result, best, second)
    values = result.score().values
    first, other = (f"{names[i]} ({values[i]:.{digits}f})" for i in (best, second))
    if known == "better":
        sure = _sure(result, best, second, better=True)
        close = ""
        if difference.is_close_to(1 - result.confidence):
            close = (
                f" That is close: p is so near to {1 - result.confidence:.2g} that other random draws may not show it."
            )
        return f"{by}{first} is better than {other} by {lead.value:.{digits}f} ({sure}).{close}"
    both, sure = f"{by}{first} and {other}", _sure(result, best, second)
    if known == "no interval":
        return (
            f"{both} differ by {lead.value:.{digits}f}; there is no interval, so nothing is said about which is better."
        )
    if known == "within the rope":
        return f"{both} differ by no more than {result.rope:g} ({sure})."
    if known == "perhaps within the rope":
        return f"{both} differ by {lead.value:.{digits}f}, but perhaps by no more than {result.rope:g} ({sure})."
    apart = f"{both} are not told apart by these items{_least_sure(result, best, second)}"
    return f"{apart}. They differ by {lead.value:.{digits}f} ({sure}).{_alone(result, difference)}"


def _least_sure(result: Comparison, a: int, b: int) -> str:
    """Return the class without whose uncertainty 0 would be outside the interval, if there is one.

    It is no word about whether its items are few: of two models that are as good, any number would be.
    """
    limits = result.pair(result.models[a], result.models[b]).limited_by
    if limits is None:
        return ""
    fewest, _ = fewest_items(result.tables, (a, b), result.tables.labels.index(limits))
    return f"; most of the uncertainty comes from {named([limits])} ({items(fewest)})"


def _alone(result: Comparison, difference: Difference) -> str:
    """Return why an interval without 0 is beside "not told apart": it is that of one test, and p of several."""
    if not replace(difference, p_adjusted=difference.p_value).is_beyond(result.rope, 1 - result.confidence):
        return ""
    pairs, _ = _family(result)
    who = "Asked for alone, this metric would tell them apart" if pairs == 1 else "Alone, this pair would be told apart"
    return f" {who}; of several, one may do so by chance."


def _family(result: Comparison) -> tuple[int, int]:
    """Return of how many pairs, and of how many metrics, the p-values are that are corrected together."""
    return math.comb(len(result.models), 2), len(result.scored) if result.asked else 1


def correction(result: Comparison, metrics: int) -> str:
    """Return what the p-values of a table of so many metrics are corrected for, and what not.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth, models = [0, 1, 1, 1], {"a": [0, 1, 1, 0], "b": [0, 1, 0, 0], "c": [0, 0, 0, 1]}
    >>> correction(sy.compare(truth, models, metrics=["mcc", "accuracy"]), 2)
    'corrected for the 3 pairs of models by each of the 2 metrics asked for'
    >>> correction(sy.compare(truth, models), 5)
    'corrected for the 3 pairs of models, not for looking at 5 metrics: the verdict is by balanced_accuracy alone'
    """
    several = f"corrected for {_together(result)}" if _together(result) else ""
    if result.asked or metrics == 1:
        return several or "of one test alone"
    looked = f"for looking at {metrics:,} metrics: the verdict is by {result.main} alone"
    return f"{several}, not {looked}" if several else f"not corrected {looked}"


def _together(result: Comparison) -> str:
    return together(*_family(result))


def together(pairs: int, metrics: int) -> str:
    """Return what p-values are corrected for; nothing if each is of one test alone.

    Examples
    --------
    >>> together(1, 3), together(3, 1), together(1, 1)
    ('the 3 metrics asked for', 'the 3 pairs of models', '')
    """
    of_metrics = f"the {metrics:,} metrics asked for"
    if pairs == 1:
        return of_metrics if metrics > 1 else ""
    return f"the {pairs:,} pairs of models{f' by each of {of_metrics}' if metrics > 1 else ''}"


def _digits(result: Comparison, a: int, b: int) -> int:
    lead = result.pair(result.models[a], result.models[b]).lead_of(result.models[a])
    return digits_of(lead.low, lead.high, lead.high - lead.low)


def _sure(result: Comparison, a: int, b: int, *, better: bool = False) -> str:
    """Return the interval and the p-value of a lead, of a model that is better with the probability of it."""
    difference = result.pair(result.models[a], result.models[b])
    lead, digits = difference.lead_of(result.models[a]), _digits(result, a, b)
    told = [
        f"{100 * result.confidence:.6g} % interval {with_minus(lead.low, digits)} to {with_minus(lead.high, digits)}"
    ]
    if np.isfinite(lead.better):
        beyond = f" by more than {result.rope:g}" if result.rope else ""
        told += [f"better{beyond} with probability {chance(lead.better)}"] if better else []
        corrected = difference.p_adjusted if difference.p_adjusted > difference.p_value else None
        several = "" if corrected is None else f"; corrected for {_together(result)} p {p_value(corrected)}"
        told.append(f"p {p_value(difference.p_value)}{several}")
    return "; ".join(told)


def _doubts(result: Comparison, best: int, second: int) -> Iterator[str]:
    """Yield why the sentence before may not be trusted."""
    pair = result.pair(result.models[best], result.models[second])
    doubts = [note for note in result.note if note.kind != "slices_unsaid"]
    if reasons := Notes([*doubts, *pair.interval.note]):
        yield f"Caution: {reasons}."
    yield from (f"{capital(str(note))}." for note in result.note if note not in doubts)


def _folds(result: Comparison, names: Sequence[str], best: int, second: int) -> Iterator[str]:
    """Yield what the folds or data sets say of the same pair: the answer to another question, which is said, too."""
    difference = result.pair(result.models[best], result.models[second])
    folds, level = difference.folds, 1 - result.confidence
    if folds is None:
        return
    if getattr(folds, "constant", False):
        yield f"All folds give the same lead, so they say little about how it varies (p = {folds.p_value:.2g})."
        return
    slices, question = SLICES[result.across or "folds"]
    corrected = difference.folds_adjusted
    p = f"p {p_value(folds.p_value)}"
    p += f"; corrected for {_together(result)} p {p_value(corrected)}" if corrected > folds.p_value else ""
    better, likely = max((folds.posterior.a_better, best), (folds.posterior.b_better, second))[::-1]
    beyond = f" by more than {result.rope:g}" if result.rope else ""
    if likely > 1 - level / 2 and corrected < level:
        answer = f"by them, {names[better]} is better{beyond} (probability {chance(likely)}; {p})"
    else:
        answer = f"by them, neither model is shown to be better{beyond} ({p})"
    yield f"The {slices} answer another question, {question}: {answer}."


def _misleading(result: Comparison, names: Sequence[str], chosen: Sequence[int], called: Naming) -> Iterator[str]:
    """Yield the caution of `sy.evaluate` about the values of the best two, each once."""
    metric, told = result.score().metric.name, dict[str, list[str]]()
    marks = {mark.slice[0][1]: _fact(mark, called) for mark in result.misleading if mark.metric.name == metric}
    for k in chosen:
        if result.models[k] in marks:
            told.setdefault(marks[result.models[k]], []).append(names[k])
    for sentence, models in told.items():
        values = f"value of {models[0]} misleads" if len(models) == 1 else f"values of {' and '.join(models)} mislead"
        yield f"Caution, the {values}: {sentence}."


def _fact(mark: Mark, called: Naming) -> str:
    metric = mark.metric
    return str(
        Notes(replace(note, metric=called(metric)) if note.metric == metric.name else note for note in mark.fact)
    )


def _importance(result: Comparison) -> str:
    """Return what matters, if it was said and the metric follows it."""
    if result.said is None or not result.score().metric.weighted:
        return ""
    return f" {if_it_counts(result.importance)}"


def some_of(names: Sequence[str], chosen: Sequence[int], *, but: bool = False) -> str:
    """Return some of the names, or all but them, as "a, b and c".

    Examples
    --------
    >>> some_of(["a", "b", "c", "d"], [0, 1, 3]), some_of(["a", "b", "c"], [0], but=True)
    ('a, b and d', 'b and c')
    """
    places = [i for i in range(len(names)) if i not in chosen] if but else chosen
    *others, last = (names[i] for i in places)
    return f"{', '.join(others)} and {last}" if others else last


def difference_text(result: Difference) -> str:
    """Return one metric of two models in a line."""
    interval = result.interval
    digits = digits_of(interval.low, interval.high, interval.high - interval.low)
    ends = f"{with_minus(interval.low, digits)} to {with_minus(interval.high, digits)}"
    sure = f"({ends}), p = {result.p_value:.2g}" if interval.known else "(no interval)"
    return f"<{result.metric.name}: {text(result.a)} − {text(result.b)} = {with_minus(result.value, digits)} {sure}>"
