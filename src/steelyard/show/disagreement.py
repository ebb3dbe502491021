"""Where metrics disagree about models, in sentences and in a notebook: the ranks, and what speaks for whom."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.counts.labels import text
from steelyard.show.evaluation_sentences import if_it_counts
from steelyard.show.html import html_of
from steelyard.show.names import listed, quoted, shortened, verb
from steelyard.show.numbers import signed, value
from steelyard.show.parts import Column, Part, Sentence, Sheet

if TYPE_CHECKING:
    from steelyard.comparison.attribution import Attribution, ClassTerm, Criterion
    from steelyard.comparison.disagreement import Disagreement, Reversal, SplitPair

SHOWN = 3
"""Classes that a sentence names for each model."""


def disagreement_text(result: Disagreement) -> str:
    """Return the ranks by each criterion as text, and what follows."""
    width = max(len(one.name) for one in result.criteria)
    columns = [max(len(text(model)), 5) for model in result.models]
    head = " ".join(f"{text(model):>{size}}" for model, size in zip(result.models, columns, strict=True))
    rows = [
        f"{one.name:<{width}}  " + " ".join(f"{rank:>{size}g}" for rank, size in zip(ranks, columns, strict=True))
        for one, ranks in zip(result.criteria, result.ranks, strict=True)
    ]
    return "\n".join([f"{'rank by':<{width}}  {head}", *rows, result.sentence])


def disagreement_html(result: Disagreement) -> str:
    """Return the ranks by each criterion as HTML, the first of each emphasised."""
    return html_of(_parts(result))


def _parts(result: Disagreement) -> Iterator[Part]:
    yield Sentence(result.sentence, "strong")
    ranks = result.ranks
    models = [
        Column(name, [f"{rank:g}" for rank in ranks[:, k]], strong={i for i, row in enumerate(ranks) if row[k] == 1})
        for k, name in enumerate(shortened(result.models))
    ]
    yield Sheet([Column("rank by", [one.name for one in result.criteria], "names", widest=60), *models])


# The sentences.


def disagreement_sentence(result: Disagreement) -> str:
    """Return how far criteria agree, with the reversals that are explained."""
    without = ", ".join(one.name for one in result.disputed)
    no_vote = f" Who is ahead by {without} depends on what undefined terms count." if without else ""
    every = math.comb(len(result.models), 2)
    if not result.pairs:
        if len(result.criteria) == 1 and not without:
            return "There is one criterion alone, so that none disagrees with it."
        which = "The other" if without else f"All {len(result.criteria)}"
        agree = f"{which} criteria agree on the order of the models, but for ties."
        return agree + no_vote if len(result.criteria) - len(result.disputed) > 1 else no_vote.lstrip() or agree
    of_pairs = f"{len(result.pairs)} of {every} pairs of models" if every > 1 else "the two models"
    said = " ".join(one.sentence for one in result.reversals)
    return f"The criteria disagree about {of_pairs}. {said}".rstrip() + no_vote


def split_sentence(pair: SplitPair) -> str:
    """Return how many criteria prefer which model."""
    first, second = text(pair.first), text(pair.second)
    every = len(pair.for_first) + len(pair.for_second) + pair.level
    return (
        f"{first} is ahead of {second} by {len(pair.for_first)} of {every} criteria, "
        f"most by {_by(pair.for_first[0].criterion)}; "
        f"{second} by {len(pair.for_second)}, most by {_by(pair.for_second[0].criterion)}."
    )


def reversal_sentence(result: Reversal) -> str:
    """Return who is ahead by which criterion, the classes that cause it, and whether a lead may be chance."""
    first, second = text(result.first), text(result.second)
    (a, b), (c, d) = map(value, result.by.values), map(value, result.against.values)
    return (
        f"By {_by(result.by.criterion)}, {first} is ahead of {second} ({a} against {b}): {_voices(result.by)}. "
        f"By {_by(result.against.criterion)}, {second} is ahead ({d} against {c}): {_voices(result.against)}."
        f"{_chance(result)}"
    )


def _chance(result: Reversal) -> str:
    """Return which of the two leads may be chance, where that is known and one of them may be."""
    if result.beyond_chance is None or all(result.beyond_chance):
        return ""
    if not any(result.beyond_chance):
        return " Both leads may be chance."
    parts = (result.by, result.against) if result.beyond_chance[0] else (result.against, result.by)
    beyond, within = (part.criterion.metric.name for part in parts)
    return f" The lead by {within} may be chance, that by {beyond} is beyond it."


def _by(criterion: Criterion) -> str:
    """Return what models are ranked by, in a sentence."""
    if criterion.importance is None or criterion.name == criterion.metric.name:  # all classes count the same
        return criterion.metric.name
    return f"{criterion.metric.name} {if_it_counts(criterion.importance)}"


def _voices(part: Attribution) -> str:
    """Name the classes that speak for each model, with what they contribute."""
    said = [
        f"{_named(terms, part)} for {text(model)}"
        for terms, model in zip(part.speaking(), (part.first, part.second), strict=True)
        if terms
    ]
    return ", ".join(said) + _larger_than_values(part)


def _larger_than_values(part: Attribution) -> str:
    """Return that parts offset each other, if one is larger than what both models have: else it reads as an error."""
    largest = max((abs(term.amount) for term in part.classes), default=0.0)
    if largest <= max(map(abs, part.values)):
        return ""
    return f" (what one class adds, others take away; together {signed(part.difference)})"


def _named(terms: list[ClassTerm], part: Attribution) -> str:
    without = {
        "differs": "",
        "enters": f", undefined for {text(part.second)}",
        "leaves": f", undefined for {text(part.first)}",
    }
    told = zip(quoted([term.label for term in terms]), terms, strict=True)
    names = [f"{name} ({signed(term.amount)}{without[term.why]})" for name, term in told]
    return f"{verb(terms, 'class', 'classes')} {listed(names, SHOWN)} {verb(terms, 'is', 'are')}"
