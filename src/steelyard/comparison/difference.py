"""What a comparison says of one metric: the value of each model, their ranks, and how far apart two of them are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

import numpy as np

from steelyard.comparison.correlated_t import CorrelatedT
from steelyard.comparison.signed_rank import SignedRank
from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.labels import Label, UnknownNameError
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.score import MetricScores, Score
from steelyard.intervals.interval import Interval
from steelyard.measuring.apply import Measured
from steelyard.measuring.lead import difference
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

CLOSE = 2
"""Standard errors of p within which other draws may tell another thing."""


@dataclass(frozen=True, eq=False)
class Scored(Answer):
    """One metric of all models.

    Attributes
    ----------
    measured
        The values.
    intervals
        One for each model.
    ranks
        The probability that each model (a row) takes each rank (a column), over the draws; NaN of an undefined value.
    models
        Their names.
    groups
        Sets of models, by position, the best first, of which no two are told apart; undefined values are in none.
    """

    measured: Measured
    intervals: tuple[Interval, ...]
    ranks: Floats
    groups: tuple[tuple[int, ...], ...]
    models: tuple[Label, ...]

    @property
    def metric(self) -> Metric:
        return self.measured.metric

    @property
    def values(self) -> Floats:
        return self.measured.value

    @property
    def leads(self) -> Floats:
        """The values, larger being better."""
        return self.metric.sign * self.values

    @property
    def best_first(self) -> list[int]:
        """The models, by position, the best first; those without a value last."""
        return [int(i) for i in np.argsort(-self.leads, kind="stable")]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        return {"metric": self.metric.name, "models": self.to_rows()}

    def to_rows(self) -> list[Row]:
        """Return a row of plain values for each model; what is undefined is None."""
        return [
            {
                "model": plain_label(self.models[k]),
                "metric": self.metric.name,
                "value": number(self.values[k]),
                "low": number(interval.low),
                "high": number(interval.high),
                "undefined_draws": interval.undefined,
                "note": str(interval.note),
                "ranks": [number(share) for share in self.ranks[k]],
                "groups": [g for g, members in enumerate(self.groups) if k in members],
            }
            for k, interval in enumerate(self.intervals)
        ]


# Which model comes first, second, …: with what probability, and which cannot be told apart.


def rank_probabilities(leads: Floats, metric: Metric | None = None) -> Floats:
    """Return the probability that each model (a row) takes each rank (a column), from draws of shape (draws, models).

    Larger is better; models that are equal in a draw share their ranks; draws with an undefined value are left out.

    Examples
    --------
    >>> import numpy as np
    >>> rank_probabilities(np.array([[0.9, 0.8], [0.7, 0.8], [0.8, 0.8], [0.9, 0.1]]))
    array([[0.625, 0.375],
           [0.375, 0.625]])
    """
    K = leads.shape[1]
    defined = leads[np.isfinite(leads).all(axis=1)]
    probabilities = np.full((K, K), np.nan)
    if not len(defined):
        return probabilities
    for model in range(K):
        ahead = difference(defined, defined[:, [model]], metric)
        better, equal = (ahead > 0).sum(axis=1), (ahead == 0).sum(axis=1)
        for rank in range(K):
            probabilities[model, rank] = np.where((better <= rank) & (rank < better + equal), 1 / equal, 0.0).mean()
    return probabilities


def alike(leads: Sequence[float], told_apart: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """Return the largest sets of models, the best first, of which no two can be told apart.

    Sets are runs in the order of the values; a model may be in several, as in a compact letter display. Two models that
    cannot be told apart share no set only where one between them can be told from either, which happens if it varies
    less than they do. A model whose value is undefined is in none: nothing is told of it.

    Examples
    --------
    >>> alike([0.9, 0.7, 0.85], lambda a, b: {a, b} == {0, 1})
    [(0, 2), (2, 1)]
    """
    order = [int(i) for i in np.argsort(-np.asarray(leads), kind="stable") if np.isfinite(leads[int(i)])]
    runs: list[tuple[int, ...]] = []
    for start in range(len(order)):
        stop = start + 1
        while stop < len(order) and not any(told_apart(order[i], order[stop]) for i in range(start, stop)):
            stop += 1
        run = tuple(order[start:stop])
        if not runs or not set(run) <= set(runs[-1]):
            runs.append(run)
    return runs


def letters(groups: Sequence[tuple[int, ...]], models: int) -> list[str]:
    """Return a letter for each set that a model is in: models that share one are not told apart.

    Examples
    --------
    >>> letters([(0, 2), (2, 1)], 3)
    ['a', 'b', 'ab']
    """
    names = ["" for _ in range(models)]
    for place, group in enumerate(groups):
        letter = ascii_lowercase[place] if place < len(ascii_lowercase) else f"({place + 1})"
        for model in group:
            names[model] += letter
    return names


# One metric of two models: how far apart they are, how sure that is, and which of them is better.


@dataclass(frozen=True, repr=False)
class Difference(Answer):
    """One metric of two models.

    Attributes
    ----------
    metric, a, b
        The metric, and the names of the models.
    value
        The value of a less that of b.
    interval
        Around the value; its note says why it may not be trusted.
    a_better, b_better, equivalent
        The probability that a is better than b by more than the rope, b than a, and neither; without a rope, a draw in
        which they are equal counts half for each.
    p_value, test
        How surprising so large a difference would be if there were none, and how that was found. Class by class, it is
        the level at which the interval would just reach 0, so that interval, probability and p-value agree. Beside the
        bootstrap, it is the larger of its own and of what swapping the models' predictions of the same items says, for
        accuracy McNemar's exact test; of models on items of their own, the bootstrap's.
    p_error
        The standard error of the p-value, as far as it was found by random draws: another seed gives another one.
    p_pairs, p_adjusted
        The p-value corrected by Holm over the pairs of this metric, and over all pairs of the metrics that were asked
        for; if none were, it is `p_pairs`.
    p_swaps, p_bootstrap
        Beside the bootstrap: what swapping says, NaN if predictions were not swapped; and the level at which its
        interval would just reach 0. NaN if differences are told class by class.
    better
        The model that is told to be better, by the rule of verdicts; None if neither is. Which has the better value is
        `ahead`.
    limited_by
        The class from which most of the uncertainty comes, and without it the models would be told apart; None if there
        is none.
    by_chance
        Class by class: how likely all items that tell the two models apart speak for the same one by chance. Neither
        has a smaller probability to be better, under any weights.
    folds, folds_adjusted
        What the folds or data sets say of a's lead over b, positive if a is better, and its p-value corrected as
        `p_adjusted` is; None and NaN if there are none, or fewer than two in which both have a value.
    """

    metric: Metric
    a: Label
    b: Label
    value: float
    interval: Interval
    a_better: float
    b_better: float
    equivalent: float
    p_value: float
    test: str
    p_error: float = 0.0
    p_swaps: float = math.nan
    p_bootstrap: float = math.nan
    p_pairs: float = math.nan
    p_adjusted: float = math.nan
    folds: CorrelatedT | SignedRank | None = None
    folds_adjusted: float = math.nan
    better: Label | None = None
    limited_by: Label | None = None
    by_chance: float = 0.0
    look: Callable[[], MetricScores] | None = field(default=None, compare=False)
    """What finds the values of the models."""

    def __getitem__(self, model: Label) -> Score:
        """Return the value of one of the two models, with its interval."""
        if self.look is None:
            raise UnknownNameError("the comparison knows the values of the models: ask comparison[metric][model].")
        both = tuple(score for score in self.look() if dict(score.slice)[MODEL] in (self.a, self.b))
        model_score: Score = MetricScores(both, {MODEL: (self.a, self.b)}).at(**{MODEL: model})
        return model_score

    def of(self, first: Label, second: Label) -> Difference:
        """Return this difference as that of one model less another, in the order asked for."""
        if (first, second) == (self.a, self.b):
            return self
        interval = replace(self.interval, low=-self.interval.high, high=-self.interval.low, bias=-self.interval.bias)
        return replace(
            self,
            a=self.b,
            b=self.a,
            value=-self.value + 0.0,
            interval=interval,
            a_better=self.b_better,
            b_better=self.a_better,
            folds=None if self.folds is None else self.folds.flipped(),
        )

    @property
    def ahead(self) -> Label | None:
        """The model with the better value; None if they are equal or one is undefined."""
        lead = self.metric.sign * self.value
        return self.a if lead > 0 else self.b if lead < 0 else None

    def is_beyond(self, rope: float, level: float) -> bool:
        """Whether one model is told to be better by more than a rope: the one rule of verdicts and letters.

        The interval leaves out all that does not matter, without a rope 0, and the corrected p-value is below a level.
        """
        beyond = self.interval.low > rope or self.interval.high < -rope
        return self.interval.known and beyond and self.p_adjusted < level

    def is_close_to(self, level: float) -> bool:
        """Whether the corrected p-value is so near to a level that other draws may put it on the other side."""
        times = self.p_adjusted / self.p_value if self.p_value > 0 else 1.0
        return abs(self.p_adjusted - level) < CLOSE * self.p_error * times

    def lead_of(self, model: Label) -> Lead:
        """Return by how much one of the two models is ahead of the other."""
        if model not in (self.a, self.b):
            raise UnknownNameError(f"this is the difference between {self.a!r} and {self.b!r}, not about {model!r}.")
        is_a = model == self.a
        low, high = self.interval.low, self.interval.high
        chance = self.a_better if is_a else self.b_better
        if (self.metric.sign > 0) == is_a:
            return Lead(self.value, low, high, chance)
        return Lead(-self.value, -high, -low, chance)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        record = {
            "metric": self.metric.name,
            "a": plain_label(self.a),
            "b": plain_label(self.b),
            "difference": number(self.value),
            "low": number(self.interval.low),
            "high": number(self.interval.high),
            "better": plain_label(self.better),
            "a_better": number(self.a_better),
            "b_better": number(self.b_better),
            "equivalent": number(self.equivalent),
            "p_value": number(self.p_value),
            "p_error": number(self.p_error),
            "p_pairs": number(self.p_pairs),
            "p_adjusted": number(self.p_adjusted),
            "p_swaps": number(self.p_swaps),
            "p_bootstrap": number(self.p_bootstrap),
            "test": self.test,
            "limited_by": plain_label(self.limited_by),
            "undefined_draws": self.interval.undefined,
            "note": str(self.interval.note),
        }
        if self.folds is not None:
            record |= {"folds": self.folds.to_dict(), "folds_p_adjusted": number(self.folds_adjusted)}
        return record


@dataclass(frozen=True, slots=True, repr=False)
class MetricDifferences(Answer, Sequence[Difference]):
    """One metric of all pairs of more than two models: a list of them, and by a model's name its value."""

    differences: tuple[Difference, ...]
    look: Callable[[], MetricScores] = field(compare=False)
    """What finds the values of the models."""

    def __len__(self) -> int:
        return len(self.differences)

    def __getitem__(self, name: Any) -> Any:
        """Return a difference by its position; by the name of a model its value, with its interval."""
        if isinstance(name, int | np.integer | slice) and not isinstance(name, bool):
            return self.differences[name]
        return self.look()[name]

    def __repr__(self) -> str:
        return repr(list(self.differences))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"differences": [each.to_dict() for each in self.differences]}

    def to_rows(self) -> list[Row]:
        """Return one row for each pair."""
        return [row for each in self.differences for row in each.to_rows()]


@dataclass(frozen=True, slots=True)
class Lead(Answer):
    """How far a model is ahead of another, with the interval, and the probability that it is better."""

    value: float
    low: float
    high: float
    better: float
