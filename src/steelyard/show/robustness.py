"""Where conclusions depend on weights, metrics or undefined terms: the sentences, and what a notebook shows of it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from steelyard.comparison.disagreement import Disagreement
from steelyard.comparison.robustness.robustness import Robustness
from steelyard.counts.labels import text
from steelyard.importance import Importance
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.names import listed, quoted, shortened, verb
from steelyard.show.numbers import signed, value
from steelyard.show.parts import Column, Part, Sentence, Sheet
from steelyard.show.robustness_sentence import whole_percent

if TYPE_CHECKING:
    from steelyard.comparison.attribution import Attribution, ClassTerm, Criterion
    from steelyard.comparison.disagreement import Disagreement, Reversal, SplitPair
    from steelyard.measuring.lead import Standing
    from steelyard.measuring.view import Policy

COUNTING: dict[Policy, str] = {"worst": "count as the worst", "exclude": "are left out", "zero": "count as 0"}
"""What becomes of undefined terms."""

Values = Sequence[float]
"""Of who leads by a policy, and of the other; then of who leads by another policy, and of the other."""


def no_best(names: tuple[str, str], policies: tuple[Policy, Policy], values: Sequence[Values]) -> str:
    """Return that no model is the best, as one leads by one policy and another by another; with values by each metric.

    Examples
    --------
    >>> said = no_best(("tree", "svm"), ("worst", "exclude"), [(0.4, 0.3, 0.6, 0.4)])
    >>> said.startswith("no model is the best: tree leads if undefined terms count as the worst (0.400 against 0.300)")
    True
    """
    used, policy = (COUNTING[each] for each in policies)
    here, there = (
        "; ".join(f"{numbers.value(each[k])} against {numbers.value(each[k + 1])}" for each in values) for k in (0, 2)
    )
    return (
        f"no model is the best: {names[0]} leads if undefined terms {used} ({here}), {names[1]} if they {policy} "
        f"({there})"
    )


def dispute(standing: Standing, names: Sequence[str]) -> str:
    """Return which policies name which best model, with both values; nothing if they agree."""
    if not standing.disputed:
        return ""
    (used, best), (policy, other) = standing.disputants()
    places = ((used, best), (used, other), (policy, other), (policy, best))
    values = [float(standing.values[by][model]) for by, model in places]
    return no_best((names[best], names[other]), (used, policy), [values])


def dispute_sentence(standing: Standing, models: Sequence[Hashable]) -> str:
    """Return the same of models by their names; nothing if the policies agree."""
    return dispute(standing, shortened(models))


WORDS = {
    "uniform": "if all classes count the same",
    "prevalence": "if all items count the same",
    "rarity": "if rare classes count more",
}
"""Mechanisms that have no arguments, in plain words."""

YOURS = "with your importance"
"""What is said of weights that someone set by hand, and of an importance that no sentence can bear."""

LONGEST = 60
"""Characters of an importance that a sentence can bear."""


def if_it_counts(importance: Importance) -> str:
    """Return an importance as a condition.

    Examples
    --------
    >>> import steelyard as sy
    >>> if_it_counts(sy.importance.uniform()), if_it_counts(sy.importance.order("a < b"))
    ('if all classes count the same', 'with importance a < b')
    """
    stated = importance.alone
    if stated in WORDS:
        return WORDS[stated]
    return f"with importance {stated}" if len(stated) <= LONGEST and stated.isprintable() else YOURS


SHOWN = 3
"""Classes that a sentence names for each model."""


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


MOST_MODELS = 20


def robustness_text(result: Robustness) -> str:
    """Return the conclusion."""
    return result.sentence


def robustness_html(result: Robustness) -> str:
    """Return which model is first at how many of the weights as HTML."""
    return html_of(_parts(result))


def _parts(result: Robustness) -> Iterator[Part]:
    yield Sentence(result.sentence, "strong")
    order = sorted(range(len(result.models)), key=lambda k: -result.ranks[k, 0])[:MOST_MODELS]
    first = [float(result.ranks[k, 0]) for k in order]
    yield Sheet(
        [
            Column("model", [result.models[k] for k in order], "names"),
            Column(result.metric, [numbers.value(float(result.values[k])) for k in order]),
            Column("weights won", [numbers.short_chance(share) for share in first]),
            Column("", first, "bars"),
            *_best(result, order),
        ]
    )
    if result.chances is not None:
        yield Sentence(
            "Weights won: at the observed rates. P(best): with the uncertainty of so many items, if all weights that "
            "agree with what was said are equally likely.",
            "dim",
        )
    if len(result.models) > MOST_MODELS:
        yield Sentence(f"… and {len(result.models) - MOST_MODELS:,} more models; to_dict() has all.")
    if result.note:
        yield Sentence(f"{result.note}.")


def _best(result: Robustness, order: Sequence[int]) -> list[Column]:
    """Return the probability that each model is the best, where the items are known."""
    if result.chances is None:
        return []
    return [Column("P(best)", [whole_percent(float(result.chances.best[k])) for k in order])]


# Where metrics disagree about models, as text and in a notebook: the ranks, and what speaks for whom.


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
    return html_of(_parts_of_disagreement(result))


def _parts_of_disagreement(result: Disagreement) -> Iterator[Part]:
    yield Sentence(result.sentence, "strong")
    ranks = result.ranks
    models = [
        Column(name, [f"{rank:g}" for rank in ranks[:, k]], strong={i for i, row in enumerate(ranks) if row[k] == 1})
        for k, name in enumerate(shortened(result.models))
    ]
    yield Sheet([Column("rank by", [one.name for one in result.criteria], "names", widest=60), *models])
