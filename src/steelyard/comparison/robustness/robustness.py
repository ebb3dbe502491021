"""Does the conclusion survive all weights that agree with what was said? One record, and one sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.comparison.robustness.chances import Chances, Share, Uncertain, chances, shares_of
from steelyard.comparison.robustness.extremes import Extremes, Turning, extremes, turning
from steelyard.comparison.robustness.programme import corners_of
from steelyard.comparison.robustness.sampling import KEPT, How, Sampler, WeightTally, tally
from steelyard.comparison.robustness.scores import Scores
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.counts.answer import Pictured, Row, flat, number, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.joint import Joint
from steelyard.counts.labels import Label, text, whole_number
from steelyard.importance import as_importance
from steelyard.importance.region import Region
from steelyard.importance.region_of import region_of
from steelyard.intervals.interval import checked_seed
from steelyard.intervals.several_models import Completed, by_chance_of_pairs
from steelyard.intervals.units import NotCounts, items_of
from steelyard.measuring.apply import apply, as_confusion, checked_policy
from steelyard.measuring.lead import Standing, standings
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.measuring.record import Metric
from steelyard.measuring.view import Policy
from steelyard.type_names import Floats

MOST_VALUES, LEAST_SAMPLES = 2 * 10**8, 1_000
"""Weights times classes times models at which a metric that is no average is computed: some seconds."""


@dataclass(frozen=True, eq=False, repr=False)
class Robustness(Pictured):
    """How models compare over all weights that agree with what was said.

    Attributes
    ----------
    metric, models, labels
        What was compared, on which classes.
    region
        The weights that agree.
    weights
        The weights the importance has by itself, from which turning points are measured.
    values
        Each model's value there.
    extremes, shares
        For each pair of models, the worst and best lead, and the share of the weights at which each wins.
    ranks, ranks_error
        The share of the weights at which each model takes each rank (rows: models), and its standard error; 0 if exact,
        NaN if no weights could be drawn.
    central
        For each model the mean of the weights at which it is first, (K, C); NaN if it never is.
    turning
        Where the winner changes.
    sampling, samples
        How weights were drawn, and how many.
    note
        Why shares are unknown, where they are.
    chances
        How sure the order is, given so many items and if all weights that agree are equally likely; None if the items
        behind the tables are unknown, or no weights could be drawn. All else is at the observed rates.
    standing
        How the models stand by each policy at the weights of the importance, if nobody chose what undefined terms
        count; where policies name different winners, the sentence names none. None if someone chose.
    """

    metric: str
    models: tuple[Label, ...]
    labels: tuple[Label, ...]
    region: Region
    weights: Floats
    values: Floats
    extremes: tuple[Extremes, ...]
    shares: tuple[Share, ...]
    ranks: Floats
    ranks_error: Floats
    central: Floats
    turning: Turning
    sampling: How
    samples: int
    note: Notes = NO_NOTES
    chances: Chances | None = None
    standing: Standing | None = None

    def pair(self, first: Label, second: Label) -> tuple[Extremes, Share]:
        """Return the extremes and shares of two models, as they stand in the record: the first may be the second."""
        for extreme, part in zip(self.extremes, self.shares, strict=True):
            if {extreme.first, extreme.second} == {first, second}:
                return extreme, part
        raise KeyError(
            f"there is no pair {first!r} and {second!r}; the models are {', '.join(map(repr, self.models))}."
        )

    @property
    def sentence(self) -> str:
        """The conclusion in a sentence or two."""
        return self._shown_as("sentence")

    @property
    def dispute(self) -> str:
        """Which policies name which winner, in words, if they name different ones; else nothing."""
        return "" if self.standing is None else self.standing.dispute(self.models)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        names = [text(label) for label in self.labels]

        def by_class(weights: Floats | None) -> dict[str, float] | None:
            if weights is None or np.isnan(weights).any():
                return None
            return dict(zip(names, weights.tolist(), strict=True))

        return {
            "metric": self.metric,
            "models": [plain_label(model) for model in self.models],
            "said": self.region.words,
            "weights": by_class(self.weights),
            "values": [number(value) for value in self.values.tolist()],
            "sentence": self.sentence,
            "pairs": [_pair_dict(e, s, by_class) for e, s in zip(self.extremes, self.shares, strict=True)],
            "ranks": [[number(share) for share in row] for row in self.ranks.tolist()],
            "ranks_error": [[number(error) for error in row] for row in self.ranks_error.tolist()],
            "central_weights": [by_class(one) for one in self.central],
            "turning": self.turning.to_dict() | {"nearest": by_class(self.turning.nearest)},
            "sampling": self.sampling,
            "samples": self.samples,
            "note": str(self.note),
            "dispute": self.dispute,
            "chances": None if self.chances is None else self.chances.to_dict(),
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each pair of models; the weights have a column for each class."""
        return [{"metric": self.metric, **flat(pair)} for pair in self.to_dict()["pairs"]]


def _pair_dict(extreme: Extremes, part: Share, by_class: Any) -> dict[str, Any]:
    return {
        "first": plain_label(extreme.first),
        "second": plain_label(extreme.second),
        "worst": extreme.worst,
        "worst_weights": by_class(extreme.worst_weights),
        "best": extreme.best,
        "best_weights": by_class(extreme.best_weights),
        "extremes": extreme.how,
        "tried": extreme.tried,
        "outer": None if extreme.outer is None else list(extreme.outer),
        "wins": number(part.wins),
        "loses": number(part.loses),
        "ties": number(part.ties),
        "shares": part.how,
        "error": number(part.error),
    }


def robustness(
    confusion_stack: Confusion | Joint,
    metric: str | Metric = "balanced_accuracy",
    importance: Any = None,
    *,
    samples: int = 100_000,
    seed: int = 0,
    undefined: str | None = None,
) -> Robustness:
    """Compare models over all class weights that agree with what was said of their importance.

    Shares, extremes and turning points are those at the observed rates; `chances` says how sure the order is with so
    many items, if all weights that agree are equally likely.

    Parameters
    ----------
    confusion_stack
        The models' matrices as a stack along "model", such as `Confusion.of_models`, taken as of models on items of
        their own; or a `Joint` table, of models on the same items.
    metric
        A metric that averages over the classes.
    importance
        What is known: nothing (None, all weights), an order, ranges, some weights; see `region_of`. One set of weights,
        such as "rarity", is looked at alone, and how far it is from where the winner changes.
    samples, seed
        How many weights are drawn where there is no exact answer (fewer, as the record says, where that would take
        minutes), and the seed of the generator.
    undefined
        What to do with classes whose rate is undefined, as for `sy.evaluate`; if nobody chooses, no winner is named
        that depends on it.

    Examples
    --------
    >>> import steelyard as sy
    >>> drain = sy.Confusion([[6, 4, 0], [2, 60, 8], [0, 30, 270]], labels=["fatal", "minor", "ok"])
    >>> spell = sy.Confusion([[9, 1, 0], [9, 55, 6], [3, 40, 257]], labels=["fatal", "minor", "ok"])
    >>> stack = sy.Confusion.of_models({"Spell": spell, "Drain": drain})
    >>> print(robustness(stack, importance="ok < minor < fatal"))  # doctest: +NORMALIZE_WHITESPACE
    At the observed rates, Spell scores better than Drain at all weights that agree with your order, but
    this is shown at none of them: chance alone could explain it.
    >>> print(robustness(stack))  # doctest: +NORMALIZE_WHITESPACE
    At the observed rates, Spell scores better than Drain at 71 % of all possible weights; Drain scores
    better if class 'fatal' has less weight than 0.16 and the others keep their proportions. Spell is shown to be better
    at none of them: chance alone could explain its lead.
    """
    stack = as_confusion(confusion_stack)
    return examined(
        stack,
        metric,
        importance,
        samples=samples,
        seed=seed,
        undefined=undefined,
        uncertain=lambda: _uncertain(confusion_stack, stack),
    )


def examined(
    stack: Confusion,
    metric: str | Metric,
    importance: Any,
    *,
    samples: int,
    seed: int,
    undefined: str | None,
    uncertain: Callable[[], Uncertain | None],
) -> Robustness:
    """Return the same as `robustness`; `uncertain` tells what is known of the items, once the rest is found valid."""
    samples = whole_number(samples, "samples", least=1)
    seed = checked_seed(seed)
    pooled = stack.pooled()
    region = region_of(importance, pooled)
    start = as_importance(importance).weights(pooled)
    policy = checked_policy(undefined)
    scope = _scope(region, start, policy)
    scores = Scores.of(stack, metric, policy, scope)
    values = scores.at(start[None])
    if np.isnan(values).any():
        model = scores.models[int(np.isnan(values[0]).argmax())]
        raise ValueError(f"{scores.metric.id} of {model!r} is undefined at the weights of the importance.")
    K = len(scores.models)
    sampler = Sampler(region, seed, K * K)
    counted = tally(scores, sampler, _affordable(scores, int(samples)))
    simplices = simplices_of(region)
    corners = corners_of(region, simplices)
    pairs = list(combinations(range(K), 2))
    tried = np.concatenate([counted.some, corners[0]]) if not region.is_point else _drawn(scope, seed, K)
    shares = shares_of(scores, region, pairs, simplices, counted)
    ranks, ranks_error = _ranks(counted, shares, region)
    winner = _winner(scores, values[0], ranks[:, 0])
    known = uncertain()
    return Robustness(
        metric=scores.metric.name,
        models=scores.models,
        labels=scores.labels,
        region=region,
        weights=start,
        values=values[0],
        extremes=tuple(extremes(scores, region, a, b, corners, counted, start) for a, b in pairs),
        shares=shares,
        ranks=ranks,
        ranks_error=ranks_error,
        central=counted.central,
        turning=turning(scores, region, start, winner, tried, scope),
        sampling=counted.how,
        samples=counted.samples,
        note=_note(sampler.how, counted.how, region),
        chances=None if known is None or counted.how == "none" else chances(scores, known, start, counted.some, seed),
        standing=None if undefined is not None else _standing(scores.metric, stack, start, policy),
    )


def _standing(metric: Metric, stack: Confusion, start: Floats, policy: Policy) -> Standing:
    """Return how the models stand by each policy that has a say."""
    (stand,) = standings(apply([metric], stack, importance=start, undefined=policy), stack, chosen=False)
    return stand


def _uncertain(given: Any, stack: Confusion) -> Uncertain | None:
    """Return what the tables tell of the items: of a joint table, those of all models; else, of each its own."""
    tables = [given.pooled()] if isinstance(given, Joint) else [stack.slice(k) for k in range(len(stack))]
    try:
        units = [items_of(one, weighted=True) for one in tables]
    except NotCounts:
        return None
    of_pairs = by_chance_of_pairs(units[0]) if isinstance(given, Joint) else np.zeros((len(stack), len(stack)))
    return Uncertain([Completed(each) for each in units], by_chance=of_pairs)


def _scope(region: Region, start: Floats, undefined: str) -> Region:
    """Return the weights that are looked at: those that agree, or if one point was said, all.

    Where a class without a value is not left out, the classes without weight at the point stay without: they may be
    those that have no value.
    """
    if not region.is_point:
        return region
    fixed = np.flatnonzero(start == 0).tolist() if undefined in ("nan", "raise") else []
    return Region.of(region.labels, ranges=dict.fromkeys(fixed, (0.0, 0.0)))


def _winner(scores: Scores, values: Floats, first: Floats) -> int:
    """Return the best model; of those that tie, the one that is first at more of the weights."""
    best = int((scores.sign * values).argmax())
    level = scores.ahead(values, best, np.arange(len(values))) == 0
    return int(np.where(level, np.nan_to_num(first), -1.0).argmax())


def _note(planned: How, how: How, region: Region) -> Notes:
    """Return why no share is known."""
    if how != "none":
        return NO_NOTES
    if planned == "none":
        return Notes([Note("too_open", amount=len(region.free))])
    return Notes([Note("walks_remember")])


def _drawn(scope: Region, seed: int, models: int) -> Floats:
    """Return some weights of the whole simplex, where a point was said, and its vertices."""
    return np.concatenate([*Sampler(scope, seed, models**2).chunks(KEPT), np.eye(len(scope.low))[scope.free]])


def _affordable(scores: Scores, samples: int) -> int:
    """Return how many weights a metric without a formula is computed at in seconds; an average takes them all."""
    if scores.rates is not None:
        return samples
    return min(samples, max(LEAST_SAMPLES, MOST_VALUES // (len(scores.labels) * len(scores.models))))


def _ranks(counted: WeightTally, shares: tuple[Share, ...], region: Region) -> tuple[Floats, Floats]:
    """Return the shares of the ranks, exactly where they are known so: of two models, and at a point."""
    if region.is_point:
        return counted.ranks, np.zeros_like(counted.ranks)
    if len(shares) == 1 and shares[0].how == "exact":
        first, second = (won + shares[0].ties / 2 for won in (shares[0].wins, shares[0].loses))
        return np.array([[first, second], [second, first]]), np.zeros((2, 2))
    return counted.ranks, counted.ranks_error
