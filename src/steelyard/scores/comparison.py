"""Which scores are better: differences of models on the same items, how sure, and how few items may tell them."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.difference import Difference
from steelyard.comparison.p_values import holm
from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.labels import Label
from steelyard.importance.base import Importance
from steelyard.intervals.interval import normal_ends
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.scores.arrays import arrays_of
from steelyard.scores.binned import BinnedScores
from steelyard.scores.binning import NOT_PAIRED
from steelyard.scores.catalogue import metrics as registry
from steelyard.scores.certainty import ROUNDING, as_many_alike, beyond_rounding, difference_p_value, implied_of
from steelyard.scores.decided import AnyMetric, name_among
from steelyard.scores.evaluation import notes_on
from steelyard.scores.given import GivenScores, MissingScores, ScoreForm
from steelyard.scores.measured import Measured
from steelyard.scores.question import Question, question
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.score_columns import given_scores


@dataclass(frozen=True, repr=False)
class ScoreDifference(Answer):
    """One metric of two models on the same items.

    Attributes
    ----------
    metric, first, second
        What, and of which models.
    values
        The value of each.
    difference, low, high
        The first less the second, and its interval.
    p_value, p_adjusted
        How often chance alone would set equal models as far apart; and with Holm's correction for all that was asked.
    better
        The model that is better beyond chance; None if they cannot be told apart.
    note
        What must be known beside it.
    of_decisions
        Whether it is a metric of labels: of the most probable class of each item, told class by class as `sy.compare`
        does.
    """

    metric: str
    first: str
    second: str
    values: tuple[float, float]
    difference: float
    low: float
    high: float
    p_value: float
    p_adjusted: float = math.nan
    better: str | None = None
    note: Notes = NO_NOTES
    of_decisions: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        numbers = ("difference", "low", "high", "p_value", "p_adjusted")
        return {
            "metric": self.metric,
            "first": self.first,
            "second": self.second,
            "values": [number(value) for value in self.values],
            **{name: number(getattr(self, name)) for name in numbers},
            "better": self.better,
            "note": str(self.note),
            "of_decisions": self.of_decisions,
        }

    def to_rows(self) -> list[Row]:
        """Return one row, the value of each model in a column."""
        record = self.to_dict()
        values = dict(zip(("first_value", "second_value"), record["values"], strict=True))
        numbers = ("difference", "low", "high", "p_value", "p_adjusted", "better", "note")
        pair = {name: record[name] for name in ("metric", "first", "second")}
        return [pair | values | {name: record[name] for name in numbers}]


@dataclass(frozen=True, repr=False)
class ScoreComparison(Answer):
    """What `sy.scores.compare` returns: `result["roc_auc"]` is the difference of two models.

    Attributes
    ----------
    models, items, importance, confidence, positive
        What was compared, and how.
    differences
        One for each metric and pair of models.
    labels, sorted_columns
        The classes, and whether columns were taken to be of them in their sorted order, as nobody said which is which.
    question
        What was asked, of which scores; the page is made of it.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth, scores = [0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8], "b": [0.2, 0.3, 0.6, 0.7]}
    >>> result = sy.scores.compare(truth, scores, positive=1, metrics="roc_auc")
    >>> isinstance(result, sy.scores.ScoreComparison), result["roc_auc"].difference, result["roc_auc"].better
    (True, -0.25, None)
    """

    models: tuple[str, ...]
    items: int
    importance: Importance
    confidence: float
    positive: Label | None
    differences: tuple[ScoreDifference, ...]
    labels: tuple[Label, ...]
    sorted_columns: bool = False
    question: Question | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, metric: str) -> ScoreDifference | tuple[ScoreDifference, ...]:
        """Return the difference by a metric; of more than two models, those of all pairs."""
        name = name_among(metric, [each.metric for each in self.differences], "compared")
        chosen = tuple(each for each in self.differences if each.metric == name)
        return chosen if len(self.models) > 2 else chosen[0]

    @property
    def verdict(self) -> str:
        """The conclusion in a sentence, by the first metric."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "verdict": self.verdict,
            "models": list(self.models),
            "items": self.items,
            "importance": str(self.importance),
            "confidence": self.confidence,
            "positive": plain_label(self.positive),
            "labels": [plain_label(label) for label in self.labels],
            "sorted_columns": self.sorted_columns,
            "differences": [each.to_dict() for each in self.differences],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each metric and pair."""
        return [each.to_rows()[0] for each in self.differences]

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return a page to look at, whole in itself: as `ScoreEvaluation.to_html`, of the same models.

        Examples
        --------
        >>> import steelyard as sy
        >>> truth, scores = [0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8], "b": [0.2, 0.3, 0.6, 0.7]}
        >>> sy.scores.compare(truth, scores, positive=1).to_html().startswith("<!doctype html>")
        True
        """
        return self._shown_as("page", path=path)


def compare(
    data: Any,
    scores: Any = None,
    importance: Any = None,
    metrics: Iterable[str | AnyMetric] | str | AnyMetric | None = None,
    confidence: float = 0.95,
    *,
    truth: Any = None,
    weight: Any = None,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    shares: Any = None,
    weights: Any = None,
    form: ScoreForm = "probabilities",
    missing: MissingScores = "refuse",
) -> ScoreComparison:
    """Compare the scores of models on the same items; areas under the ROC curve as DeLong et al. (1988) do.

    Parameters
    ----------
    data, scores
        The true labels, and the scores of at least two models by name; or, with `truth=`, data of any kind, and its
        columns of scores, {"rf": "rf_{class}", "lr": "lr_{class}"} or "{model}_{class}".
    importance, metrics, confidence, truth, weight, labels, positive, shares, weights, form, missing
        As for `sy.scores.evaluate`. One Holm correction covers all metrics and pairs, those of labels too; a model is
        called better if the corrected p-value is below 1 − confidence.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth = [0] * 20 + [1] * 20
    >>> good, bad = [i / 40 for i in range(40)], [(7 * i % 40) / 40 for i in range(40)]
    >>> sy.scores.compare(truth, {"good": good, "bad": bad}, positive=1, metrics="roc_auc")["roc_auc"].better
    'good'
    """
    if isinstance(data, BinnedScores):
        raise ValueError(NOT_PAIRED)
    given = given_scores(GivenScores(data, scores, truth, weight, labels, positive, weights, form, missing))
    if len(given.columns) < 2:
        raise ValueError('a comparison needs the scores of at least two models, as in {"a": …, "b": …}.')
    return compared(question(given, importance, metrics, confidence, positive, shares))


def compared(asked: Question) -> ScoreComparison:
    """Answer a question by the differences of models."""
    given, pairs = asked.scores, list[ScoreDifference]()
    for metric in asked.metrics:
        by_model = {model: asked.measured(metric, model) for model in given.columns}
        pairs += [_difference(asked, metric, pair, by_model) for pair in combinations(by_model, 2)]
    of_labels = None if asked.decided is None else asked.decided.compared()
    if of_labels is not None:
        pairs += [_of_decisions(each, of_labels) for each in of_labels.differences]
    pairs = asked.in_order(pairs)
    adjusted = holm([each.p_value for each in pairs])
    told = tuple(
        replace(each, p_adjusted=float(p), better=_better(each, float(p), asked.confidence, of_labels))
        for each, p in zip(pairs, adjusted, strict=True)
    )
    return ScoreComparison(
        tuple(given.columns),
        given.items,
        asked.importance,
        asked.confidence,
        asked.positive,
        told,
        given.labels,
        given.sorted_columns,
        asked,
    )


def _difference(
    asked: Question, metric: ScoreMetric, pair: tuple[str, str], by_model: dict[str, Measured]
) -> ScoreDifference:
    first, second = (by_model[model] for model in pair)
    values = (first.value, second.value)
    if not all(map(math.isfinite, values)):
        return ScoreDifference(
            metric.name, *pair, values, *(math.nan,) * 4, note=_why_not(pair, by_model, asked.confidence)
        )
    level = asked.confidence
    note = notes_on(first, pair[0], level) or notes_on(second, pair[1], level)
    return ScoreDifference(metric.name, *pair, values, *paired_difference(first, second, asked.confidence), note=note)


def _why_not(pair: tuple[str, str], by_model: dict[str, Measured], confidence: float) -> Notes:
    """Return why models have no difference: what is infinite is so by the fault of one, what is undefined, of none."""
    notes = [
        replace(note, model=model) if note.kind == "impossible_truth" else note
        for model in pair
        if not math.isfinite(by_model[model].value)
        for note in notes_on(by_model[model], model, confidence)
    ]
    return Notes(dict.fromkeys(notes))


def _of_decisions(each: Difference, compared: Comparison) -> ScoreDifference:
    """Return a difference of decisions as `sy.compare` tells it; Holm's correction comes with all others."""
    values = tuple(compared[each.metric.name][model].value for model in (each.a, each.b))
    return ScoreDifference(
        each.metric.name,
        str(each.a),
        str(each.b),
        (values[0], values[1]),
        each.value,
        each.interval.low,
        each.interval.high,
        each.p_value,
        note=each.interval.note,
        of_decisions=True,
    )


def _better(each: ScoreDifference, adjusted: float, confidence: float, of_labels: Comparison | None) -> str | None:
    if each.of_decisions and of_labels is not None:
        told = replace(of_labels.pair(each.first, each.second, each.metric), p_adjusted=adjusted)
        disputed = of_labels.standings[each.metric].disputed
        return str(told.ahead) if of_labels.is_better(told) and not disputed else None
    if not adjusted < 1 - confidence:
        return None
    higher = registry[each.metric].direction == "higher"
    return each.first if (each.difference > 0) == higher else each.second


# How two models differ on the same items, and how sure that is.


def paired_difference(
    first: Measured, second: Measured, confidence: float, added: float | None = None
) -> tuple[float, float, float, float]:
    """Return the first value less the second on the same items, the ends of its interval, and its p-value.

    What items did not show is reckoned with: `added` is the variance of it; if it is not known, the difference varies
    no less than if one item beforehand were as is expected, and where nothing varies, as if all were. And nothing
    proves more than the items that tell the models apart.
    """
    away, scale = first.value - second.value, max(abs(first.value), abs(second.value))
    if not first.metric.sure:
        return away, math.nan, math.nan, math.nan
    slopes = first.slopes - second.slopes
    by_class, normal = beyond_rounding(
        first.sample.covariance(slopes, slopes), first.sample.normal_items(slopes), scale
    )
    if abs(away) <= ROUNDING * scale:
        away = 0.0
        if not by_class.any() and _alike(first, second):
            return 0.0, 0.0, 0.0, 1.0
    places = tuple({k for part in first.defined for k in part.places})
    expected = _expected(first, second) if added is None else 0.0
    variance, degrees = first.reckoned(by_class, normal, places, expected)
    variance += added or 0.0
    if degrees < 1:  # a class of one item does not tell how scores vary
        return away, math.nan, math.nan, math.nan
    least, greatest = first.bounds
    bounds = (least - greatest, greatest - least)
    low, high = normal_ends(away, math.sqrt(variance), confidence, bounds, degrees)
    p_value = difference_p_value(away, variance, degrees, _telling(first, second) if away else 0.0)
    if p_value >= 1 - confidence:
        low, high = min(low, 0.0), max(high, 0.0)
    return away, low, high, p_value


def _alike(first: Measured, second: Measured) -> bool:
    """Whether two models give the same scores, or, if only these count, rank all items alike: no item can differ."""
    a, b = (each.scores.columns[each.model] for each in (first, second))
    if first.metric.kind not in ("rate", "pairs") or first.metric.probabilities:
        return bool((a == b).all())
    xp, places = arrays_of(a), {k for part in first.defined for k in part.places}
    return all(
        bool((xp.unique(a[:, k], return_inverse=True)[1] == xp.unique(b[:, k], return_inverse=True)[1]).all())
        for k in places
    )


def _expected(first: Measured, second: Measured) -> float:
    """Return the variance that is expected of a difference.

    Of losses, what probabilities imply that lie between those of the models; else, as if the models were measured on
    items of their own.
    """
    if not first.implies:
        return first.expected + second.expected
    sums = implied_of(first.scores, first.metric, first.model, second.model)
    return float(first.weights**2 @ [first.implied(sums, part.places) for part in first.defined])


def _telling(first: Measured, second: Measured) -> float:
    """Return how many items tell two models apart, as many alike as would tell as much.

    A mean is of its items. The rank of an item of a class is among all others, so that a ranking is told by the items
    of the class or by the others, whichever are fewer.
    """
    truth, weights, xp = first.scores.truth, first.scores.item_weights, arrays_of(first.scores.truth)
    total, classes = xp.zeros_like(weights), np.arange(len(first.scores.labels))
    for weight, one, other in zip(first.weights, first.defined, second.defined, strict=True):
        moved, away = weights * (one.slopes - other.slopes), one.value - other.value
        own = truth == one.places[0]
        if first.metric.kind == "rate":
            sides = [own, ~own]
        elif first.metric.kind == "pairs":
            sides = [own, truth == one.places[1]]
        else:
            sides = [xp.like(np.isin(classes, one.places), truth)[truth]]
        each = [moved[side] + weights[side] * (away / weights[side].sum()) for side in sides]
        telling = [as_many_alike(moves) for moves in each]
        if len(first.defined) == 1:
            return min(telling)
        fewest = int(np.argmin(telling))
        total[sides[fewest]] += weight * each[fewest]
    return as_many_alike(total)
