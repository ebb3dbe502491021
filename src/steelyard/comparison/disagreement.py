"""Where metrics disagree about which model is better: reversals, explained, and ranks by every criterion."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.comparison.attribution import (
    Attribution,
    Criterion,
    attributed,
    criteria,
    criterion,
    kendall_distances,
    leads,
    pair_of,
    ranked,
)
from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some, text, whole_number
from steelyard.counts.matrix_input import MODEL
from steelyard.measuring.apply import Measured, apply, as_confusion, checked_policy
from steelyard.measuring.lead import Standing, lead, standings
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats

# Reversals: one model is ahead by one criterion, the other by another; and why.


@dataclass(frozen=True, slots=True)
class Reversal(Answer):
    """Two models of which the first is ahead by one criterion and the second by another.

    Attributes
    ----------
    first, second
        The models.
    by, against
        What classes and cells contribute, by the criterion for which the first is ahead and by that for which the
        second is. Both are signed as the metric is: first minus second.
    beyond_chance
        Whether the lead by the one and that by the other is more than chance, by the rule of verdicts; None if only the
        counts were looked at.
    """

    first: Hashable
    second: Hashable
    by: Attribution
    against: Attribution
    beyond_chance: tuple[bool, bool] | None = None

    @property
    def sentence(self) -> str:
        """The reversal and the classes that cause it, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "first": plain_label(self.first),
            "second": plain_label(self.second),
            "by": self.by.to_dict(),
            "against": self.against.to_dict(),
            "beyond_chance": None if self.beyond_chance is None else [*self.beyond_chance],
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per criterion and class term."""
        return [*self.by.to_rows(), *self.against.to_rows()]


def reversal(
    stack: Any,
    a: Hashable,
    b: Hashable,
    metric_1: str | Metric,
    metric_2: str | Metric,
    *,
    importance_1: Any = None,
    importance_2: Any = None,
    undefined: str = DEFAULT_POLICY,
) -> Reversal:
    """Explain why one of two models is ahead by one metric and the other by another.

    Contributions of classes and cells add up to the difference of the values under each metric (to the rounding of a
    sum). For an average of a rate, what a class contributes is exact: its weight times the difference of its rate. For
    all other metrics, and for cells, it is the path integral from one matrix to the other, by quadrature refined until
    its sum is right to 1e-9; the remainder, which `residual` tells, is spread over the cells.

    Parameters
    ----------
    stack
        A `Confusion` along "model", or a `Joint`.
    a, b
        The two models.
    metric_1, metric_2, importance_1, importance_2
        The two criteria. Metrics of the whole matrix are taken as counted, whatever the importance.
    undefined
        As for `sy.evaluate`.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.comparison.disagreement import reversal
    >>> tree, svm = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> models = sy.Confusion.of_models({"tree": tree, "svm": svm})
    >>> print(reversal(models, "tree", "svm", "accuracy", "balanced_accuracy").sentence)
    By accuracy, svm is ahead of tree (0.940 against 0.890): class 'ok' (+0.080) is for svm, class 'fraud' (−0.030) is \
for tree. By balanced_accuracy, tree is ahead (0.850 against 0.744): class 'ok' (+0.044) is for svm, class 'fraud' \
(−0.150) is for tree.
    """
    counts = _model_stack(stack)
    for model in (a, b):
        if model not in counts.axes[MODEL]:
            raise ValueError(f"there is no model {model!r}; there are {some(counts.axes[MODEL])}.")
    if a == b:
        raise ValueError(f"a reversal is between two models, not between {a!r} and itself.")
    policy = checked_policy(undefined)
    first = criterion(metric_1, importance_1, counts)
    second = criterion(metric_2, importance_2, counts)
    ahead = [_ahead(counts, (a, b), one, policy) for one in (first, second)]
    if ahead[0] is None or ahead[1] is None or ahead[0] == ahead[1]:
        told = " and ".join(
            f"by {one.name} {'none of the two' if who is None else text(who)} is ahead"
            for one, who in zip((first, second), ahead, strict=True)
        )
        raise ValueError(f"there is no reversal between {text(a)} and {text(b)}: {told}.")
    return _explained(counts, (ahead[0], ahead[1]), first, second, policy)


def _explained(
    stack: Confusion, models: tuple[Hashable, Hashable], by: Criterion, against: Criterion, policy: Policy
) -> Reversal:
    """Return a reversal that is known to be one, the models in the order of the first criterion."""
    return Reversal(*models, attributed(stack, models, by, policy), attributed(stack, models, against, policy))


def _ahead(stack: Confusion, models: tuple[Hashable, Hashable], one: Criterion, policy: Policy) -> Hashable | None:
    """Return the model that is ahead; None if they are tied or one has no value."""
    (result,) = apply([one.metric], pair_of(stack, models), importance=one.weights, undefined=policy)
    ahead = lead(result.value[:1], result.value[1:], one.metric)
    return {1.0: models[0], -1.0: models[1]}.get(ahead.item())


def _model_stack(stack: Any) -> Confusion:
    """Return the counts of several models, refusing everything else."""
    counts = as_confusion(stack)
    if list(counts.axes) != [MODEL]:
        others = [name for name in counts.axes if name != MODEL]
        if MODEL in counts.axes:
            raise ValueError(
                f"models are compared on all items together; put the slices along {some(others)} together first, "
                f"with cm.pooled({others[0]!r})."
            )
        raise ValueError(f"give the counts of several models, as a stack along {MODEL!r} or a Joint.")
    if len(counts) < 2:
        raise ValueError("one model cannot be compared; give the counts of two at least.")
    return counts


# Ranks by every criterion, and all pairs of models about which criteria disagree.


@dataclass(frozen=True, slots=True)
class Vote(Answer):
    """How much a criterion prefers one model of a pair: the size of the difference, in parts of the metric's range."""

    criterion: Criterion
    lead: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {**self.criterion.to_dict(), "lead": self.lead}


@dataclass(frozen=True, slots=True)
class SplitPair(Answer):
    """Two models about which criteria disagree: every vote for the one against every vote for the other is a reversal.

    The votes come with the largest lead first; `telling` is the smaller of the two largest, so that a pair is telling
    if both models are clearly ahead by some criterion.
    """

    first: Hashable
    second: Hashable
    for_first: tuple[Vote, ...]
    for_second: tuple[Vote, ...]
    level: int = 0
    """Criteria by which they are tied."""

    @property
    def telling(self) -> float:
        return min(self.for_first[0].lead, self.for_second[0].lead)

    @property
    def sentence(self) -> str:
        """How many criteria prefer which model, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "first": plain_label(self.first),
            "second": plain_label(self.second),
            "for_first": [vote.to_dict() for vote in self.for_first],
            "for_second": [vote.to_dict() for vote in self.for_second],
            "level": self.level,
            "telling": self.telling,
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each criterion that prefers one of them."""
        pair = {"first": plain_label(self.first), "second": plain_label(self.second)}
        votes = ((self.first, self.for_first), (self.second, self.for_second))
        return [{**pair, "ahead": plain_label(model), **vote.to_dict()} for model, every in votes for vote in every]


@dataclass(frozen=True, eq=False, repr=False)
class Disagreement(Answer):
    """Ranks of models by many criteria, and where they disagree; what `disagreements` returns.

    Attributes
    ----------
    models, criteria
        The columns and the rows of the tables.
    values, ranks
        Shape (criteria, models). Rank 1 is the best; tied models share the mean of their places, and models without a
        value (NaN) share the last ones.
    distances
        Shape (criteria, criteria): Kendall's distance, the share of pairs of models that two criteria order
        differently; a pair tied by one of them only counts half.
    pairs
        The pairs of models about which criteria disagree, the most telling first. A criterion has no vote about a pair
        whose order depends on what undefined terms count, unless that was chosen.
    disputed
        The criteria that have no vote about some pair for that reason.
    reversals
        The most telling reversal of each of the most telling pairs, explained. For any other, see `reversal`.
    """

    models: tuple[Hashable, ...]
    criteria: tuple[Criterion, ...]
    values: Floats
    ranks: Floats
    distances: Floats
    undefined: str
    pairs: tuple[SplitPair, ...]
    reversals: tuple[Reversal, ...]
    disputed: tuple[Criterion, ...] = ()

    @property
    def sentence(self) -> str:
        """How far the criteria agree, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "models": [plain_label(model) for model in self.models],
            "undefined": self.undefined,
            "criteria": self.to_rows(),
            "distances": [[number(x) for x in row] for row in self.distances.tolist()],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "disputed": [one.to_dict() for one in self.disputed],
            "reversals": [one.to_dict() for one in self.reversals],
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per criterion and model: the value, its rank, and whether it is undefined."""
        return [
            {
                **one.to_dict(),
                "model": plain_label(model),
                "value": number(value),
                "rank": rank,
                "undefined": math.isnan(value),
            }
            for one, values, ranks in zip(self.criteria, self.values.tolist(), self.ranks.tolist(), strict=True)
            for model, value, rank in zip(self.models, values, ranks, strict=True)
        ]


def disagreements(
    stack: Any,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importances: Any = None,
    *,
    undefined: str | None = None,
    explain: int = 3,
) -> Disagreement:
    """Rank models by many metrics and importances, and say where these disagree, and why.

    Parameters
    ----------
    stack
        A `Confusion` along "model", or a `Joint`.
    metrics
        As for `sy.evaluate`. Metrics of the whole matrix are taken as counted, whatever the importance.
    importances
        One importance or several, such as ["uniform", "rarity"]; each is resolved once, on the counts of all models.
    undefined
        As for `sy.evaluate`. A model without a value ranks last, and takes part in no reversal; if nobody chooses, nor
        does a pair that policies would order differently.
    explain
        How many pairs of models, the most telling first, get their most telling reversal explained by class and cell.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.comparison.disagreement import disagreements
    >>> tree, svm = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> models = sy.Confusion.of_models({"tree": tree, "svm": svm})
    >>> disagreements(models, ["accuracy", "balanced_accuracy"], ["uniform", "prevalence"], explain=0)
    rank by                              tree   svm
    accuracy                                2     1
    balanced_accuracy                       1     2
    balanced_accuracy under prevalence      2     1
    The criteria disagree about the two models.
    """
    counts = _model_stack(stack)
    policy = checked_policy(undefined)
    explain = whole_number(explain, "explain")
    every = criteria(metrics, importances, counts)
    results = _measured(every, counts, policy)
    values = np.stack([result.value for result in results])
    models = tuple(counts.axes[MODEL])
    stands = standings(results, counts, chosen=undefined is not None)
    pairs = _split_pairs(every, results, stands, models)
    both = [*itertools.combinations(range(len(models)), 2)]
    disputed = (one for one, stand in zip(every, stands, strict=True) if any(stand.disputes(*two) for two in both))
    return Disagreement(
        models=models,
        criteria=every,
        values=values,
        ranks=np.stack([ranked(row, one.metric) for row, one in zip(values, every, strict=True)]),
        distances=kendall_distances(values, every),
        undefined=policy,
        pairs=pairs,
        reversals=tuple(_most_telling(counts, pair, policy) for pair in pairs[:explain]),
        disputed=tuple(disputed),
    )


def _measured(every: tuple[Criterion, ...], counts: Confusion, policy: Policy) -> list[Measured]:
    """Measure all metrics of an importance at once."""
    by_place: dict[int, Measured] = {}
    for how in dict.fromkeys(one.importance for one in every):
        places = [place for place, one in enumerate(every) if one.importance == how]
        same = [every[place].metric for place in places]
        results = apply(same, counts, importance=every[places[0]].weights, undefined=policy)
        by_place |= dict(zip(places, results, strict=True))
    return [by_place[place] for place in range(len(every))]


def _split_pairs(
    every: tuple[Criterion, ...], results: list[Measured], stands: list[Standing], models: tuple[Hashable, ...]
) -> tuple[SplitPair, ...]:
    """Return the pairs for which each model has votes, the most telling first."""
    orders = [leads(result.value, result.metric) for result in results]
    pairs = []
    for i, j in itertools.combinations(range(len(models)), 2):
        votes = [
            (order[i, j], Vote(one, _lead(result, i, j)))
            for one, result, order, stand in zip(every, results, orders, stands, strict=True)
            if not stand.disputes(i, j)
        ]
        known = [(sign, vote) for sign, vote in votes if math.isfinite(vote.lead)]
        for_first, for_second = (
            tuple(sorted((vote for sign, vote in known if sign == side), key=lambda vote: -vote.lead))
            for side in (1, -1)
        )
        if for_first and for_second:
            level = len(known) - len(for_first) - len(for_second)
            pairs.append(SplitPair(models[i], models[j], for_first, for_second, level))
    return tuple(sorted(pairs, key=lambda pair: -pair.telling))


def _lead(result: Measured, i: int, j: int) -> float:
    """Return the size of a difference in parts of the metric's range; of the larger value, if that is unbounded."""
    low, high = result.metric.bounds(result.relevance, result.arguments)
    first, second = float(result.value[i]), float(result.value[j])
    scale = high - low if math.isfinite(high - low) and high > low else max(abs(first), abs(second))
    return abs(first - second) / scale if scale > 0 else abs(first - second)


def _most_telling(counts: Confusion, pair: SplitPair, policy: Policy) -> Reversal:
    by, against = pair.for_first[0].criterion, pair.for_second[0].criterion
    return _explained(counts, (pair.first, pair.second), by, against, policy)
