"""Label metrics beside score metrics: of the class that scores decide for, by the machinery of labels.

The decision is the most probable class, of several that tie the first, as by NumPy's `argmax`; of two classes, the
positive one, or the rarer if none was said, from a probability of 0.5 on. No importance and no class shares move it: it
is what a classifier's `predict` answers, and what others would measure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.comparison.compare import compare
from steelyard.comparison.comparison import Comparison
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, nearest, not_among
from steelyard.decisions.rule import decided, label_array, positive_place
from steelyard.evaluation.evaluate import Evaluation, evaluate
from steelyard.importance.base import Importance
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import called, numbers_of, refuse_no_number
from steelyard.measuring.registry import metrics as of_labels
from steelyard.scores.catalogue import metrics as of_scores
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.table import Scores

AnyMetric = ScoreMetric | Metric


def named(name: str | AnyMetric) -> AnyMetric:
    """Return a metric of scores by its name, or else one of labels.

    Examples
    --------
    >>> named("roc_auc").id, named("balanced_accuracy").id
    ('roc_auc', 'balanced_accuracy')
    >>> named("roc_acu")
    Traceback (most recent call last):
    ...
    ValueError: there is no metric 'roc_acu', of scores or of labels. Did you mean 'roc_auc'?
    """
    if not isinstance(name, str):
        return name
    result: AnyMetric | None = of_scores.find(name)
    if result is None:
        if name not in of_labels:
            refuse_no_number(name)
            aliases = [alias for metric in of_labels.values() for alias in metric.aliases]
            hint = nearest(name, [*of_scores.names, *of_labels, *aliases])
            raise ValueError(f"there is no metric {name!r}, of scores or of labels.{hint}")
        result = of_labels[name]
    return result


def direction_of(name: str) -> str:
    """Return whether "higher" or "lower" is better."""
    return named(name).direction


def counts_items(name: str) -> bool:
    """Whether a metric goes by items, so that importance has no part in it."""
    metric = named(name)
    return not (metric.weighted if isinstance(metric, Metric) else metric.averaged)


def name_among(asked: str, have: Iterable[str], what: str) -> str:
    """Return the name that a result has for a metric: of one class, "f1" is "f1 of fraud"; refuse what it lacks."""
    names = list(dict.fromkeys(have))
    metric = named(asked)
    wanted = metric.name
    if isinstance(metric, Metric):
        wanted = called(asked, [of_labels[name] for name in names if of_scores.find(name) is None])
    if wanted not in names:
        raise not_among(wanted, names, what)
    return wanted


class Decisions(NamedTuple):
    """What the scores decide for: the true labels and those of each model, and what is asked of them."""

    scores: Scores
    metrics: tuple[Metric, ...]
    importance: Importance | None
    confidence: float
    positive: Label | None

    def arguments(self) -> dict[str, Any]:
        """Return what `sy.evaluate` and `sy.compare` are asked."""
        labels, weights = self.scores.labels, self.scores.weights
        return {
            "importance": self.importance,
            "metrics": list(self.metrics),
            "confidence": self.confidence,
            "labels": labels,
            "weights": weights,
            "positive": self.positive,
        }

    def answers(self) -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
        """Return the true labels, and those that each model decides for."""
        given, even = self.scores, np.ones(len(self.scores.labels))
        labels, place = label_array(given.labels), positive_place(given.labels, given.support, self.positive)
        answers = {model: labels[decided(columns, even, place)] for model, columns in given.columns.items()}
        return labels[self.scores.truth], answers

    def evaluated(self) -> Evaluation:
        """Evaluate them."""
        return evaluate(*self.answers(), **self.arguments())

    def compared(self) -> Comparison:
        """Compare them."""
        return compare(*self.answers(), **self.arguments())


def decisions(
    scores: Scores,
    metrics: Sequence[Metric],
    importance: Importance | None,
    confidence: float,
    positive: Label | None,
    *,
    at_shares: bool,
) -> Decisions:
    """Return what is asked of decisions, refusing scores that do not decide."""
    name = metrics[0].name
    if scores.form == "ranks":
        raise ValueError(
            f"{name!r} is of decisions, and scores that only rank decide for no class; decide by a threshold of your "
            "own and take `sy.compare`, or give probabilities."
        )
    if at_shares:
        raise ValueError(
            f"{name!r} is of decisions, which are measured as they were counted; leave out shares=, or take "
            "`sy.evaluate(…, shares=…)` of the decided labels."
        )
    sizes = Confusion(np.diag(scores.support), labels=scores.labels)
    return Decisions(scores, tuple(numbers_of(list(metrics), positive, sizes)), importance, confidence, positive)


def end(value: float | None) -> float:
    """Return an end of an interval, NaN if there is none."""
    return math.nan if value is None else float(value)
