"""What is asked of scores: metrics, what each class counts, class shares, the level of intervals, one class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.class_shares import shares_of
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.decisions.rule import positive_place
from steelyard.importance import as_importance, stated
from steelyard.importance.base import Importance
from steelyard.intervals.interval import checked_confidence
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import called, positive_class
from steelyard.scores.binned import BinnedScores
from steelyard.scores.binned_measures import measured_in_bins
from steelyard.scores.catalogue import DEFAULT
from steelyard.scores.catalogue import metrics as registry
from steelyard.scores.decided import Decisions, decisions, named
from steelyard.scores.measured import Measured, measured
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.table import Scores
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked of scores: metrics, what each class counts, class shares, the level of intervals, one class.

    `decided` is what is asked of the decisions of the scores, None for nothing; `order` has the names of all metrics.
    """

    scores: Scores | BinnedScores
    metrics: tuple[ScoreMetric, ...]
    decided: Decisions | None
    order: tuple[str, ...]
    importance: Importance
    weights: Floats
    shares: Floats | None
    confidence: float
    positive: Label | None
    sure: bool = True

    @property
    def of_items(self) -> Scores:
        """The scores of each item, which bins do not have."""
        if isinstance(self.scores, BinnedScores):
            raise ValueError(
                "a page needs the scores of each item, for curves and thresholds; these are counted into bins, so "
                "leave out bins=."
            )
        return self.scores

    @property
    def answered(self) -> Label:
        """The class that a threshold is of: the positive one, or the rarer one of two."""
        return self.scores.labels[positive_place(self.scores.labels, self.scores.support, self.positive)]

    @property
    def says_what_matters(self) -> bool:
        """Whether the importance says what each class matters, and not only which one is asked for."""
        return self.positive is None or self.importance != only(self.positive)

    def measured(self, metric: ScoreMetric, model: str) -> Measured:
        """Measure one metric of one model: if one class is asked for, its ranking alone."""
        weights, only = self.weights, None if self.positive is None else self.scores.labels.index(self.positive)
        if only is not None and metric.kind != "pairs" and not metric.at_importance:
            weights = np.eye(len(weights))[only]
        if isinstance(self.scores, BinnedScores):
            return measured_in_bins(metric, self.scores, model, weights, self.shares, sure=self.sure, only=only)
        return measured(metric, self.scores, model, weights, self.shares, sure=self.sure, only=only)

    def in_order(self, found: Iterable[Any]) -> list[Any]:
        """Return values or differences in the order of the metrics as they were asked for."""
        return sorted(found, key=lambda each: self.order.index(each.metric))


def only(label: Label) -> Importance:
    """Return the importance of one class alone.

    Examples
    --------
    >>> only("ill").weights(Confusion([[90, 5], [1, 4]], labels=["ok", "ill"]))
    array([0., 1.])
    """
    return stated({label: 1.0}, rest="none")


def question(
    scores: Scores | BinnedScores,
    importance: Any,
    metrics: Any,
    confidence: float,
    positive: Any,
    shares: Any,
    *,
    sure: bool = True,
) -> Question:
    """Return what is asked, checked."""
    sizes = Confusion(np.diag(scores.support), labels=scores.labels)
    one = None if positive is None else positive_class(positive, sizes)
    how = as_importance(importance) if one is None or importance is not None else only(one)
    at = None if shares is None else shares_of(shares, sizes)
    if at is not None and (at[scores.support == 0] > 0).any():
        empty = some([label for label, size in zip(scores.labels, scores.support, strict=True) if size == 0])
        raise ValueError(f"shares give a part to {empty}, but no item is of that class.")
    level = checked_confidence(confidence)
    every = _asked(metrics, scores)
    of_labels = [metric for metric in every if isinstance(metric, Metric)]
    decided = None
    if of_labels:
        if isinstance(scores, BinnedScores):
            raise ValueError(
                f"{of_labels[0].name} is a metric of labels, which needs the scores of each item; bins no longer have "
                "them, so leave out bins=."
            )
        said = None if importance is None else how
        decided = decisions(scores, of_labels, said, level, one, at_shares=at is not None)
    of_scores = tuple(metric for metric in every if isinstance(metric, ScoreMetric))
    return Question(scores, of_scores, decided, _order(every, decided), how, how.weights(sizes), at, level, one, sure)


def _asked(metrics: Any, scores: Scores | BinnedScores) -> list[ScoreMetric | Metric]:
    if metrics is None:
        usual = [registry[name] for name in DEFAULT]
        without = scores.form == "ranks" or (isinstance(scores, BinnedScores) and scores.losses is None)
        return [metric for metric in usual if not (without and metric.probabilities)]
    names = [metrics] if isinstance(metrics, str | ScoreMetric | Metric) else list(metrics)
    if not names:
        raise ValueError("metrics must name at least one metric of scores.")
    return list({metric.name: metric for metric in map(named, names)}.values())


def _order(every: Iterable[ScoreMetric | Metric], decided: Decisions | None) -> tuple[str, ...]:
    """Return what the metrics are called in a result: rates are those of the positive class."""
    rates = [] if decided is None else list(decided.metrics)
    names = [called(each.name, rates) if isinstance(each, Metric) else each.name for each in every]
    return tuple(dict.fromkeys(names))
