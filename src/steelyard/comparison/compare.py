"""Compare models: which is better, by how much, how sure that is, and whether it survives what was left unsaid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, get_args

import numpy as np

from steelyard.comparison.comparison import Comparison, Scored
from steelyard.comparison.contestants import Contestants, Field, contestants
from steelyard.comparison.correlated_t import CorrelatedT, correlated_t
from steelyard.comparison.difference import Difference, chances, p_value, sign_of
from steelyard.comparison.holm import holm
from steelyard.comparison.mcnemar import mcnemar
from steelyard.comparison.posterior import checked_rope
from steelyard.comparison.ranking import alike, rank_probabilities
from steelyard.comparison.signed_rank import SignedRank, signed_rank
from steelyard.comparison.stuart_maxwell import StuartMaxwell, stuart_maxwell
from steelyard.confusion import Confusion
from steelyard.data import count_joint
from steelyard.importance import as_importance
from steelyard.intervals import as_method, bayes, bootstrap
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Draws, Interval, checked_confidence
from steelyard.intervals.replicates import Replicates, Told, replicate
from steelyard.intervals.trust import doubts
from steelyard.joint import Joint
from steelyard.labels import Label
from steelyard.measuring import apply, checked_policy, chosen, refuse_rates
from steelyard.record import Metric
from steelyard.view import Policy

Floats = np.ndarray[Any, np.dtype[np.float64]]
Across = Literal["folds", "datasets"]

DRAWS = 10_000


def compare(
    models: Any,
    predictions: Any = None,
    importance: Any = None,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    undefined: Policy = "exclude",
    confidence: float = 0.95,
    *,
    truth: str | None = None,
    prediction: Sequence[str] | None = None,
    weight: str | None = None,
    by: Any = None,
    group: Any = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
    rope: float = 0.0,
    intervals: Any = None,
    across: Across = "folds",
    test_share: float | None = None,
    paired: bool | None = None,
    told: Told | None = None,
) -> Comparison:
    """Compare several models, on the same items if it can be known which.

    Parameters
    ----------
    models, predictions
        A `Joint` table alone; or the true labels and {"a": …, "b": …}; or, with `truth` and `prediction`, data of any
        kind, as for `sy.count`. Matrices alone, as {"a": cm_a, "b": cm_b} or a stack along "model", do not say on which
        items the models agree, so their differences are less sure; the result says so.
    importance, metrics, undefined, confidence
        As for `sy.evaluate`. An importance that leaves something open, such as an order, also asks whether the
        conclusion holds for all weights that agree with it.
    truth, prediction, weight, labels, weights, missing
        As for `sy.evaluate`.
    by
        Folds or data sets: a column, or one value per item beside labels.
    group
        What belongs together and is drawn together, such as patients with several items.
    rope
        The largest difference that does not matter, in units of the metrics.
    intervals
        How to tell how sure the differences are: `sy.intervals.bootstrap(draws=…, seed=…)`, "percentile", "bca" or
        "bayes" (of a joint table without a prior: the Bayesian bootstrap); 10,000 draws if not given.
    across
        What the slices of `by` are: "folds" of one data set, of which the training sets overlap (correlated t of Nadeau
        and Bengio), or "datasets" (signed ranks).
    test_share
        The share of the items that each fold tests on; if not given, one over the number of folds.
    paired
        Whether the models must be compared item by item; if not given, if it is possible.
    told
        Called with how many draws are done, and of how many.

    Examples
    --------
    >>> import steelyard as sy
    >>> wines = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
    >>> found = sy.compare(wines, metrics=["balanced_accuracy", "accuracy"])
    >>> found["accuracy"].test, round(found["accuracy"].p_value, 4)
    ('McNemar, exact', 0.0539)
    """
    policy = checked_policy(undefined)
    level, rope = checked_confidence(confidence), checked_rope(rope)
    if across not in get_args(Across):
        raise ValueError(f"across is one of {', '.join(get_args(Across))}, not {across!r}.")
    method = _method(intervals)
    listed = chosen(metrics)
    refuse_rates(listed)
    counted, group = _counted(models, predictions, truth, prediction, weight, by, group, labels, weights, missing)
    field = contestants(counted, group=group, paired=paired)
    if not field.tables.pooled().total > 0:
        raise ValueError("there is nothing to compare: the counts are all 0.")
    work = _Work(field, field.measured(listed, importance, policy), method, level, rope, across, test_share)
    return work.done(importance, given=metrics is not None, told=told)


def _method(intervals: Any) -> bootstrap | bayes:
    if intervals is None:
        return bootstrap(draws=DRAWS)
    found = as_method(
        intervals, **({"draws": DRAWS} if intervals in ("bootstrap", "percentile", "bca", "bayes") else {})
    )
    if not isinstance(found, bootstrap | bayes):
        raise ValueError(f"a comparison is drawn: intervals is bootstrap, percentile, bca or bayes, not {intervals!r}.")
    return found


@dataclass(frozen=True, eq=False)
class _Work:
    """A comparison in the making."""

    models: Contestants
    field: Field
    method: bootstrap | bayes
    confidence: float
    rope: float
    across: Across
    test_share: float | None

    def done(self, importance: Any, *, given: bool, told: Told | None) -> Comparison:
        observed = self.field.observed
        drawings = [self.method.drawing(units) for units in self.models.units]
        metrics = [each.metric for each in observed]
        drawn = replicate(metrics, drawings, observed, self.method.draws, self.method.seed, told=told)
        by_metric = [_corrected_for_pairs(list(self._pairs(place, each))) for place, each in enumerate(drawn)]
        how = as_importance(importance)
        return Comparison(
            tables=self.models.tables,
            importance=how,
            said=importance,
            weights=how.weights(self.models.tables.pooled()),
            undefined=observed[0].policy,
            paired=self.models.paired,
            grouped=self.models.grouped,
            confidence=self.confidence,
            rope=self.rope,
            method=self.method,
            scored=tuple(self._scored(place, each, by_metric[place]) for place, each in enumerate(drawn)),
            differences=tuple(_corrected_for_all([d for pairs in by_metric for d in pairs])),
            marginals=self._marginals(),
            joint=self.models.joint,
            main=self._main(given=given),
            across=self.across if self.models.by_fold is not None else None,
        )

    def _main(self, *, given: bool) -> str:
        names = [each.metric.name for each in self.field.observed]
        return names[0] if given or MAIN not in names else MAIN

    @cached_property
    def _influences(self) -> list[list[Influence]] | None:
        """What the acceleration is made of; plain percentiles have none."""
        if not isinstance(self.method, bootstrap) or self.method.ends == "percentile":
            return None
        return self.field.influences(stratified=self.method.stratified)

    def _representative(self, draws: Draws) -> Draws:
        """Return draws that stand for the truth: those of a bootstrap are moved, unless plain ones are asked for."""
        plain = not isinstance(self.method, bootstrap) or self.method.ends == "percentile"
        return draws if plain or not len(draws.values) else draws.corrected()

    def _scored(self, place: int, drawn: Replicates, pairs: list[Difference]) -> Scored:
        observed = self.field.observed[place]
        known = self._influences
        intervals, leads = [], []
        for model in range(len(self.models.models)):
            source, at = self.field.place_of(model)
            sample = self.field.samples[source]
            acceleration = 0.0 if known is None else float(self.field.of_model(known, place, model).acceleration)
            values = drawn.values[:, model]
            draws = Draws.of(values, float(observed.value[model]), acceleration, sample.bounds(place))
            note = doubts(sample, place, (at,), draws, drawn) if isinstance(self.method, bootstrap) else ""
            intervals.append(self._interval(draws, note, partial=int(drawn.partial[model])))
            moved = self._representative(draws)
            off = float(moved.values.mean() - draws.values.mean()) if len(draws.values) else 0.0
            leads.append(sign_of(observed.metric) * (values + off))
        apart = {(d.a, d.b) for d in pairs if d.p_pairs < 1 - self.confidence}
        names = self.models.models
        groups = alike(
            (sign_of(observed.metric) * observed.value).tolist(),
            lambda a, b: (names[min(a, b)], names[max(a, b)]) in apart,
        )
        return Scored(observed, tuple(intervals), rank_probabilities(np.stack(leads, axis=1)), tuple(groups))

    def _interval(self, draws: Draws, note: str, partial: int = 0) -> Interval:
        low, high = draws.ends(self.method.name, self.confidence)
        return Interval(
            low, high, self.confidence, self.method.name, draws.spread, draws.bias, self.method.draws,
            draws.undefined, partial, note,
        )  # fmt: skip

    def _pairs(self, place: int, drawn: Replicates) -> Iterator[Difference]:
        names, observed, known = self.models.models, self.field.observed[place], self._influences
        sign = sign_of(observed.metric)
        low, high = self.field.samples[0].bounds(place)
        folds = self._fold_values(place)
        for a, b in combinations(range(len(names)), 2):
            value = float(observed.value[a] - observed.value[b])
            acceleration = 0.0 if known is None else float(self.field.of_pair(known, place, a, b).acceleration)
            draws = Draws.of(drawn.values[:, a] - drawn.values[:, b], value, acceleration, (low - high, high - low))
            moved = self._representative(draws)
            a_better, b_better, equivalent = chances(moved, sign, self.rope)
            p, test = self._p_value(observed.metric, moved, names[a], names[b])
            yield Difference(
                metric=observed.metric,
                a=names[a],
                b=names[b],
                value=value,
                interval=self._interval(draws, self._why_not(value, draws)),
                a_better=a_better,
                b_better=b_better,
                equivalent=equivalent,
                p_value=p,
                test=test,
                folds=None if folds is None else self._across_folds(sign * (folds[a] - folds[b])),
            )

    def _why_not(self, value: float, draws: Draws) -> str:
        if not np.isfinite(value):
            return "one of the values is undefined"
        if not len(draws.values):
            return "the difference is undefined in every draw"
        share = draws.undefined / self.method.draws
        return f"undefined in {share:.0%} of the draws, which are left out" if share > RARELY else ""

    def _p_value(self, metric: Metric, draws: Draws, a: Label, b: Label) -> tuple[float, str]:
        joint = self.models.joint
        if metric.id == "accuracy" and joint is not None and not self.models.grouped:
            return mcnemar(joint, a, b).p_value, "McNemar, exact"
        return p_value(draws), "bootstrap" if isinstance(self.method, bootstrap) else "posterior tails"

    def _fold_values(self, place: int) -> Floats | None:
        if self.models.by_fold is None:
            return None
        observed = self.field.observed[place]
        quiet = "nan" if observed.policy == "raise" else observed.policy
        (found,) = apply([observed.metric], self.models.by_fold, importance=observed.relevance, undefined=quiet)
        return found.value

    def _across_folds(self, leads: Floats) -> CorrelatedT | SignedRank | None:
        if np.isfinite(leads).sum() < 2:
            return None
        if self.across == "datasets":
            return signed_rank(leads, rope=self.rope, seed=self.method.seed)
        return correlated_t(leads, self.test_share, rope=self.rope, confidence=self.confidence)

    def _marginals(self) -> tuple[StuartMaxwell, ...]:
        joint = self.models.joint
        if joint is None or self.models.grouped:
            return ()
        return tuple(stuart_maxwell(joint, a, b) for a, b in combinations(joint.models, 2))


def _corrected_for_pairs(differences: list[Difference]) -> list[Difference]:
    """Correct p-values over the pairs of one metric, for a reader who looks at that metric alone."""
    p = holm([d.p_value for d in differences])
    return [replace(d, p_pairs=float(p[i])) for i, d in enumerate(differences)]


def _corrected_for_all(differences: list[Difference]) -> list[Difference]:
    """Correct p-values over all pairs and metrics."""
    p = holm([d.p_value for d in differences])
    folds = holm([np.nan if d.folds is None else d.folds.p_value for d in differences])
    return [replace(d, p_adjusted=float(p[i]), folds_adjusted=float(folds[i])) for i, d in enumerate(differences)]


MAIN = "balanced_accuracy"
"""The metric of the verdict, if none is asked for: it follows the importance, and nothing else moves it."""

RARELY = 0.01
"""Share of draws in which a difference may be undefined without a word."""


def _counted(
    models: Any,
    predictions: Any,
    truth: str | None,
    prediction: Sequence[str] | None,
    weight: str | None,
    by: Any,
    group: Any,
    labels: Iterable[Any] | None,
    weights: Any,
    missing: str,
) -> tuple[Any, str | None]:
    """Return counts as given, or a joint table of labels or columns of data, and the axis of the groups."""
    if truth is not None or prediction is not None:
        if truth is None or prediction is None or isinstance(prediction, str):
            raise ValueError("name the columns of the data: truth='…' and prediction=['…', '…'], at least two of them.")
        if predictions is not None or weights is not None:
            raise ValueError("truth= and prediction= name columns of the data; give no predictions or weights beside.")
        slices = [*([] if by is None else [by] if isinstance(by, str) else by), *([] if group is None else [group])]
        return count_joint(models, truth, prediction, weight, slices or None, labels, missing=missing), group
    if predictions is None:
        beside = (labels, weights, weight, by)
        if any(given is not None for given in beside) or missing != "refuse":
            raise ValueError("counts are complete: give no labels, weights, by or missing beside them.")
        return (models, group) if isinstance(models, Joint | Confusion) else (_matrices(models), group)
    if weight is not None:
        raise ValueError("weight= names a column of data; beside labels, give the weights themselves, weights=[…].")
    if group is None:
        return Joint.from_labels(models, predictions, labels, weights, missing=missing, by=by), None
    slices = {**({} if by is None else by if isinstance(by, dict) else {"fold": by}), "group": group}
    return Joint.from_labels(models, predictions, labels, weights, missing=missing, by=slices), "group"


def _matrices(models: Any) -> Any:
    """Return matrices by name, each as given or counted by hand."""
    if isinstance(models, dict):
        return {name: cm if isinstance(cm, Confusion) else Confusion(cm) for name, cm in models.items()}
    return models
