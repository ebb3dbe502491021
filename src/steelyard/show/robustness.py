"""Who wins under which class weights, in a sentence or two and in a notebook, and how sure that is.

Shares of the weights are about the rates that were observed, so that is said first. Where the items are known, a second
sentence says what they allow, so that "under every weighting" is not read as certain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from steelyard.comparison.robustness.walks import MOST_APART, WALKS
from steelyard.counts.labels import Label
from steelyard.measuring.lead import TIED
from steelyard.show import numbers
from steelyard.show.html import html_of
from steelyard.show.names import capital, quoted, shortened
from steelyard.show.parts import Column, Part, Sentence, Sheet

if TYPE_CHECKING:
    from steelyard.comparison.robustness.extremes import Extremes
    from steelyard.comparison.robustness.one_class import Turn
    from steelyard.comparison.robustness.robustness import Robustness


MOST_MODELS = 20
"""Of a table in a notebook."""


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


# The sentence: what is so at the observed rates, at one set of weights or over all that agree with what was said.


def robustness_sentence(result: Robustness) -> str:
    """Return who wins at the observed rates, under which weights, where the order changes, and how sure that is.

    At one set of weights alone, how sure the order is there is what `sy.compare` tells.
    """
    if result.dispute:
        return f"{capital(result.dispute)}."
    return f"At the observed rates, {_at_a_point(result) if result.region.is_point else _over_a_region(result)}"


def _at_a_point(result: Robustness) -> str:
    level = [model for model, value in zip(result.models, result.values, strict=True) if _level(result, value)]
    if len(level) > 1:
        return f"{_names(result, level)} are equal at your weights."
    return f"{_who(result)} at your weights; {_would_change(result)}."


def _over_a_region(result: Robustness) -> str:
    winner, rivals, leads = _rivals(result)
    certain = all(_certain(extreme, winner) for extreme in rivals)
    every = f"all weights{_that(result)}" if certain else _tried(result, max(extreme.tried for extreme in rivals))
    if _all_tie(leads):
        return f"{_names(result, result.models)} are equal at {every}."
    if any(worst < 0 for worst, _ in leads):
        at = f"{_who(result)} at {_percent(result, winner)} of {weightings(result)}"
        return f"{at}{_more_often(result)}{_changes(result)}.{_shown_at_some(result)}"
    or_ties = "" if all(worst > 0 for worst, _ in leads) else ", or equal,"
    return f"{_who(result)}{or_ties} at {every}{_shown_at_all(result)}."


def _rivals(result: Robustness) -> tuple[Label, list[Extremes], list[tuple[float, float]]]:
    """Return the winner, and for each other model the extremes of the two and the winner's least and greatest lead."""
    winner = result.turning.winner
    rivals = [result.pair(winner, model)[0] for model in result.models if model != winner]
    return winner, rivals, [_leads(extreme, winner) for extreme in rivals]


def _all_tie(leads: Iterable[tuple[float, float]]) -> bool:
    return all(worst == 0 == best for worst, best in leads)


# How sure that is: at how many weights it can be told that the winner is better, and at how many that it is worse. No
# probability: it is said only of a model that is told to be better.


NEARLY_NONE = 0.005
"""Below this, a share that comes from draws is told as a bound."""

EQUALLY = "if all these weights are equally likely"


def _shown_at_all(result: Robustness) -> str:
    """Return how sure the order is of a model that is first at all weights, as the end of a sentence that says so."""
    if result.chances is None:
        return ""
    better, _ = _told(result)
    chance = "" if result.chances.rope else "chance alone could explain it"
    if better < NEARLY_NONE and chance:
        return (
            f", but this is shown at none of them: {chance}" if better == 0 else f", but {chance} at nearly all of them"
        )
    joined, equally = "and" if better > 1 / 2 else "but", f", {EQUALLY}" if better else ""
    return f", {joined} {_known(result)} at {_part(better)} of them{equally}"


def _shown_at_some(result: Robustness) -> str:
    """Return the same of a model that is not first everywhere, as a sentence of its own."""
    if result.chances is None:
        return ""
    better, worse = _told(result)
    if better == worse == 0:
        chance = "" if result.chances.rope else ": chance alone could explain its lead"
        return f" {_known(result)} at none of them{chance}."
    beyond = f" by more than {result.chances.rope:g}" if result.chances.rope else ""
    against = f" and worse{beyond} at {_part(worse)}" if worse > 0 else ""
    return f" {capital(EQUALLY)}, {_known(result)} at {_part(better)} of them{against}."


def _told(result: Robustness) -> tuple[float, float]:
    """Return at which share of the weights the winner is told to be better, and one of two models worse."""
    assert result.chances is not None  # noqa: S101 - told only where the items are known
    at = result.models.index(result.turning.winner)
    if len(result.models) == 2:
        return float(result.chances.told[at, 1 - at]), float(result.chances.told[1 - at, at])
    return float(result.chances.told_best[at]), 0.0


def _known(result: Robustness) -> str:
    assert result.chances is not None  # noqa: S101 - told only where the items are known
    beyond = f" by more than {result.chances.rope:g}" if result.chances.rope else ""
    others = "" if len(result.models) == 2 else " than all others"
    return f"{_shown(result.models)[result.turning.winner]} is shown to be better{beyond}{others}"


def _part(share: float) -> str:
    return whole_percent(share) if share else "none"


def whole_percent(share: float) -> str:
    """Write a share that comes from draws: as a whole percent, and near 0 and 100 only a bound."""
    if share < NEARLY_NONE:
        return "less than 1 %"
    return "more than 99 %" if share > 1 - NEARLY_NONE else f"{100 * share:.0f} %"


# Parts of these sentences: who, at which weights, and where the order changes.


def _tried(result: Robustness, tried: int) -> str:
    return f"all {tried:,} weights that were tried{_that(result, tried=True)}"


def _leads(extreme: Extremes, winner: Label) -> tuple[float, float]:
    """Return the least and the greatest lead of a model over the other of a pair."""
    return (extreme.worst, extreme.best) if extreme.first == winner else (-extreme.best, -extreme.worst)


def _certain(extreme: Extremes, winner: Label) -> bool:
    """Whether it is known of all weights, not only of those that were tried, that the winner is not behind."""
    if extreme.how == "exact" or extreme.outer is None:
        return extreme.how == "exact"
    return (extreme.outer[0] if extreme.first == winner else -extreme.outer[1]) > 0


def _level(result: Robustness, value: float) -> bool:
    best = result.values[result.models.index(result.turning.winner)]
    return bool(abs(value - best) <= TIED * max(abs(best), abs(value)))


def _who(result: Robustness) -> str:
    winner = result.turning.winner
    name = _shown(result.models)
    if len(result.models) == 2:
        (other,) = [model for model in result.models if model != winner]
        return f"{name[winner]} scores better than {name[other]}"
    return f"{name[winner]} is the best of {len(result.models)} models"


def _names(result: Robustness, models: Iterable[Label]) -> str:
    name = _shown(result.models)
    names = [name[model] for model in models]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _shown(names: Sequence[Label]) -> dict[Label, str]:
    """Return what models or classes are called in a sentence: long names lose a part, and stay different."""
    return dict(zip(names, shortened(names), strict=True))


def _that(result: Robustness, *, tried: bool = False) -> str:
    joined = " and agree" if tried else " that agree"
    return f"{joined} with {result.region.words}" if result.region.words else ""


def weightings(result: Robustness) -> str:
    """Return over which weights models are compared."""
    return f"the weights that agree with {result.region.words}" if result.region.words else "all possible weights"


def _more_often(result: Robustness) -> str:
    """Say which model is first at more of the weights than the one that is at your own, if one is."""
    at = result.models.index(result.turning.winner)
    first = result.ranks[:, 0]
    if np.isnan(first).any() or (often := int(first.argmax())) == at:
        return ""
    beyond = 2 * (float(result.ranks_error[often, 0]) + float(result.ranks_error[at, 0]))
    if first[often] - first[at] <= beyond or (share := _percent(result, result.models[often])) == "some":
        return ""
    return f", {_shown(result.models)[result.models[often]]} at {share}"


MOST_VAGUE = 0.25
"""A share that is not known to this is not told."""


def _percent(result: Robustness, model: Label) -> str:
    """Write how often a model is first: a sampled share with twice its error, and near 0 and 100 only a bound."""
    at = result.models.index(model)
    share, error, exact = float(result.ranks[at, 0]), float(result.ranks_error[at, 0]), False
    if len(result.models) == 2:
        _, pair = result.pair(*result.models)
        share = pair.wins if pair.first == model else pair.loses
        error, exact = pair.error, pair.how == "exact"
    if math.isnan(share):
        return "some"
    # What was never seen in n independent draws happens in less than 3/n of them, nineteen times out of twenty.
    trials = min(result.samples, WALKS / MOST_APART) if result.sampling == "hit-and-run" else result.samples
    margin = 0.0 if exact else max(2 * error, 3 / trials)
    if margin > MOST_VAGUE:
        return "some"
    if share >= 0.995:
        bound = next((p for p in (99.9, 99, 95, 90, 50) if 100 * (share - margin) > p), 0)
        return f"more than {bound} %"
    if share <= 0.005:
        bound = next((p for p in (0.1, 1, 5, 10, 50) if 100 * (share + margin) < p), 100)
        return f"less than {bound} %"
    return f"{100 * share:.0f} %" if exact else f"{100 * share:.1f} ± {max(100 * margin, 0.1):.1f} %"


def _changes(result: Robustness) -> str:
    turning = result.turning
    if turning.distance is not None and turning.distance <= TIED:
        other = _shown(result.models)[turning.new_winner]
        return f"; at the weights nearest to what was said it is equal to {other}"
    inside = [turn for turn in _possible(result) if turn.agrees]
    if inside:
        return f"; {_change(result, inside[0].winner)} if {_turn(result, inside[0])}"
    if turning.distance is not None:
        return f"; {_change(result, turning.new_winner)} if {_moved(result)} of the weight moves from class to class"
    return ""


def _change(result: Robustness, winner: Label, *, would: bool = False) -> str:
    """Say which of two models scores better then, or who is the best."""
    two = "would score better" if would else "scores better"
    several = "would be the best" if would else "is the best"
    return f"{_shown(result.models)[winner]} {two if len(result.models) == 2 else several}"


def _would_change(result: Robustness) -> str:
    turning = result.turning
    if turns := _possible(result):
        turn = turns[0]
        now = f"(now {_weight(turn.now, turn.at)})"
        return f"{_change(result, turn.winner, would=True)} if {_turn(result, turn, ('had', 'kept', 'cost'), now)}"
    if turning.distance is not None:
        moved = f"{_moved(result)} of the weight moved from class to class"
        return f"{_change(result, turning.new_winner, would=True)} if {moved}"
    others = [name for model, name in _shown(result.models).items() if model != turning.winner]
    other = f"{others[0]} score better" if len(others) == 1 else "another be the best"
    return f"at no weights {'' if turning.how == 'exact' else 'that were tried '}would {other}"


def _possible(result: Robustness) -> list[Turn]:
    """Return where the winner changes as a class's weight moves, but for what would be above 1 or below 0."""
    return [turn for turn in result.turning.classes if TIED < turn.at < 1 - TIED]


def _turn(result: Robustness, turn: Turn, verbs: tuple[str, str, str] = ("has", "keep", "costs"), now: str = "") -> str:
    """Say at which weight of a class it turns, the others keeping their proportions; of two with prices, at which."""
    has, keep, costs = verbs
    names = quoted(result.labels)
    place = result.labels.index(turn.label)
    prices = result.region.costs
    if prices is not None and len(prices) == 2:
        ratio = float(prices[place] / prices[1 - place])
        at = ratio * (turn.at / (1 - turn.at)) / (turn.now / (1 - turn.now))
        return (
            f"an error at {names[place]} {costs} {turn.side} than {_times(at)} times as much as one at "
            f"{names[1 - place]} (now {_times(ratio)} times)"
        )
    said = f"class {names[place]} {has} {turn.side} weight than {_weight(turn.at, turn.now)}{now and f' {now}'}"
    return f"{said} and the others {keep} their proportions" if len(names) > 2 else said


def _times(ratio: float) -> str:
    return f"{ratio:,.3g}" if ratio < 1000 else f"{ratio:,.0f}"


def _moved(result: Robustness) -> str:
    """Write how much weight moves; a nearer turn may exist where not all weights were looked at."""
    assert result.turning.distance is not None  # noqa: S101 - told only where it turns
    return ("" if result.turning.how == "exact" else "at most ") + _weight(result.turning.distance)


COARSE = 0.1
"""A written weight is off by no more than this part of its distance from 0, from 1, and from what it is told beside."""


def _weight(value: float, other: float = 0.0) -> str:
    """Write a weight: two decimals, or the leading digits of a small one; more to tell it from 0, 1 and another."""
    apart = [abs(value - known) for known in (0.0, 1.0, other) if abs(value - known) > TIED]
    for digits in range(2, 16):
        written = f"{value:.{digits}g}" if value < 0.1 else f"{value:.{digits}f}".rstrip("0").rstrip(".")
        if abs(float(written) - value) <= COARSE * min(apart):
            break
    return written
