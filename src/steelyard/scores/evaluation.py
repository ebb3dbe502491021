"""How good are scores: ranking and probabilities, weighed by importance, with intervals."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.labels import Label
from steelyard.importance.base import Importance
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.scores.binned import BinnedScores
from steelyard.scores.binning import scores_or_bins
from steelyard.scores.decided import AnyMetric, Decisions, end, name_among
from steelyard.scores.given import GivenScores, MissingScores, ScoreForm
from steelyard.scores.measured import Measured
from steelyard.scores.question import Question, question
from steelyard.scores.registry import ScoreMetric

FEW = 10
"""With fewer items of a class, the interval of its scores is noted: few items hardly tell how scores vary."""


@dataclass(frozen=True, repr=False)
class ClassValue(Answer):
    """A score metric of one class: the value, its interval, and how many items the class has."""

    label: Label
    value: float
    low: float
    high: float
    items: int


@dataclass(frozen=True, repr=False)
class ModelValue(Answer):
    """A score metric of one model.

    Attributes
    ----------
    metric, model
        What, and whose.
    value, low, high
        The value and its interval; NaN if there is none.
    undefined
        The classes that left the average, as they have no items, or all.
    note
        What must be known beside it.
    classes
        The same of each class, where it is an average over classes.
    of_decisions
        Whether it is a metric of labels: of the most probable class of each item.
    binning
        Of scores counted into bins, by how much that can at most have moved the value; the interval allows for it.
    """

    metric: str
    model: str
    value: float
    low: float
    high: float
    undefined: tuple[Label, ...] = ()
    note: Notes = NO_NOTES
    classes: tuple[ClassValue, ...] = ()
    of_decisions: bool = False
    binning: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        return {
            "metric": self.metric,
            "model": self.model,
            **{name: number(getattr(self, name)) for name in ("value", "low", "high")},
            "undefined": [plain_label(label) for label in self.undefined],
            "note": str(self.note),
            "of_decisions": self.of_decisions,
            "binning": number(self.binning),
            "classes": [row.to_dict() for row in self.classes],
        }


@dataclass(frozen=True, repr=False)
class ScoreEvaluation(Answer):
    """What `sy.scores.evaluate` returns: `result["roc_auc"]["forest"]` is a value with its interval.

    Attributes
    ----------
    labels, weights
        The classes, and what each counts in averages over classes.
    importance, shares
        Where these come from, and the class shares at which it was measured (None: those of the items).
    models, items, confidence
        Whose scores, on how many items; the level of the intervals.
    positive
        The class that was asked for; None for an average over classes.
    values
        One `ModelValue` for each metric and model.
    sorted_columns
        Whether columns were taken to be of the classes in their sorted order, as nobody said which is which.
    bins
        Into how many bins scores were counted; None if they were looked at one by one.
    question
        What was asked, of which scores; the page is made of it.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.evaluate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
    >>> isinstance(result, sy.scores.ScoreEvaluation), [each.metric for each in result.values]
    (True, ['roc_auc', 'average_precision', 'log_loss', 'brier'])
    """

    labels: tuple[Label, ...]
    weights: tuple[float, ...]
    importance: Importance
    shares: tuple[float, ...] | None
    models: tuple[str, ...]
    items: int
    confidence: float
    positive: Label | None
    values: tuple[ModelValue, ...] = field(default=())
    sorted_columns: bool = False
    bins: int | None = None
    question: Question | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, metric: str) -> Mapping[str, ModelValue] | ModelValue:
        """Return the value of a metric; of several models, all by name."""
        name = name_among(metric, [each.metric for each in self.values], "measured")
        chosen = {each.model: each for each in self.values if each.metric == name}
        return chosen if len(self.models) > 1 else next(iter(chosen.values()))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "importance": str(self.importance),
            "positive": plain_label(self.positive),
            "weights": {plain_label(label): weight for label, weight in zip(self.labels, self.weights, strict=True)},
            "shares": None
            if self.shares is None
            else dict(zip(map(plain_label, self.labels), self.shares, strict=True)),
            "models": list(self.models),
            "items": self.items,
            "confidence": self.confidence,
            "sorted_columns": self.sorted_columns,
            "bins": self.bins,
            "metrics": [each.to_dict() for each in self.values],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each metric and model; of scores in bins, with what binning can have moved."""
        kept = ["metric", "model", "value", "low", "high", *([] if self.bins is None else ["binning"]), "note"]
        return [{name: each.to_dict()[name] for name in kept} for each in self.values]

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return a page to look at, whole in itself: values, curves, and answers at a threshold that can be moved.

        It is written to a path, too, if one is given.

        Examples
        --------
        >>> import steelyard as sy
        >>> result = sy.scores.evaluate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
        >>> result.to_html().startswith("<!doctype html>")
        True
        """
        return self._shown_as("page", path=path)


def evaluate(
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
    bins: int | None = None,
    between: tuple[float, float] | None = None,
    intervals: str | None = None,
) -> ScoreEvaluation:
    """Measure scores of one or several models: how well they rank, and how good their probabilities are.

    Parameters
    ----------
    data, scores
        The true labels and the scores, as for `sy.scores.Scores.of`: a matrix with a column for each class, or one
        column for two classes and `positive=`, or several models by name. Or, with `truth=`, data of any kind, as for
        `sy.count`, and its columns of scores: "p_{class}" or "p_*" are those that are called so, with each class in
        that place; ["p_a", "p_b"] are listed; {"rf": "rf_{class}", "lr": "lr_{class}"} are several models, and so is
        "{model}_{class}". One column is enough for two classes and `positive=`. Or `Scores`, alone.
    truth, weight
        The columns of the data with the true labels, and with the weights of items.
    labels, weights, form, missing
        As for `sy.scores.Scores.of`; `weights` is one weight per item beside labels.
    importance
        How much each class matters in averages over classes, as for `sy.evaluate`. Means over items, such as
        "log_loss", count every item; "log_loss at importance" follows the importance.
    metrics
        Which of `sy.scores.metrics`; if not given, the most usual. A metric of labels, such as "balanced_accuracy", is
        of the most probable class of each item, which importance and shares do not move.
    confidence
        The level of the intervals.
    positive
        The class whose ranking is asked for: `roc_auc` and `average_precision` are then of that class alone.
    shares
        Class shares to measure at instead of those of the items, as for `Confusion.at_shares`: precision
        depends on them.
    bins, between
        Count scores into so many bins where they lie, as `sy.scores.count` does, instead of reading them. Each value
        then says by how much that can have moved it. What `sy.scores.count` returns goes in as `data`, alone.
    intervals
        "none" for values alone, which takes a fraction of the time.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.evaluate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
    >>> result["roc_auc"].value, round(result["average_precision"].value, 4)
    (0.75, 0.8333)
    >>> columns = {"y": ["a", "b", "a"], "p_a": [0.9, 0.2, 0.6], "p_b": [0.1, 0.8, 0.4]}
    >>> round(sy.scores.evaluate(columns, truth="y", scores="p_{class}")["log_loss"].value, 4)
    0.2798
    """
    given = GivenScores(data, scores, truth, weight, labels, positive, weights, form, missing)
    read = scores_or_bins(given, metrics, bins, between)
    if intervals not in (None, "none"):
        raise ValueError(f'intervals must be "none", or left out, not {intervals!r}.')
    return evaluated(question(read, importance, metrics, confidence, positive, shares, sure=intervals is None))


def evaluated(asked: Question) -> ScoreEvaluation:
    """Answer a question."""
    given = asked.scores
    values = [_value(asked, metric, model) for metric in asked.metrics for model in given.columns]
    values += [] if asked.decided is None else _of_decisions(asked.decided)
    return ScoreEvaluation(
        given.labels,
        tuple(asked.weights.tolist()),
        asked.importance,
        None if asked.shares is None else tuple(asked.shares.tolist()),
        tuple(given.columns),
        given.items,
        asked.confidence,
        asked.positive,
        tuple(asked.in_order(values)),
        given.sorted_columns,
        given.bins.number if isinstance(given, BinnedScores) else None,
        asked,
    )


def _of_decisions(decided: Decisions) -> list[ModelValue]:
    """Return the label metrics of the classes that scores decide for, as `sy.evaluate` has them."""
    evaluation = decided.evaluated()
    models = tuple(decided.scores.columns)
    found = []
    for metric in decided.metrics:
        for model in models:
            score = evaluation[metric.name][model]
            notes = Notes(dict.fromkeys((*score.note, *(score.interval.note if score.interval else ()))))
            found.append(
                ModelValue(
                    metric.name, model, score.value, end(score.low), end(score.high), score.undefined, notes,
                    of_decisions=True,
                )
            )  # fmt: skip
    return found


def _value(asked: Question, metric: ScoreMetric, model: str) -> ModelValue:
    result = asked.measured(metric, model)
    low, high = result.interval(asked.confidence)
    labels, sizes = asked.scores.labels, asked.scores.sizes
    rows = []
    if metric.kind == "rate":
        for part in result.parts:
            (k,) = part.places
            ends = result.part_interval(part, asked.confidence)
            rows.append(ClassValue(labels[k], part.value, *ends, int(sizes[k])))
    out = tuple(labels[k] for part in result.parts if part.sloped is None and part.weight > 0 for k in part.places)
    return ModelValue(
        metric.name,
        model,
        result.value,
        low,
        high,
        tuple(dict.fromkeys(out)),
        notes_on(result, model, asked.confidence),
        tuple(rows),
        binning=result.binning,
    )


def notes_on(result: Measured, model: str, confidence: float) -> Notes:
    """Return what must be known beside a value: why there is none, what it comes from, how few items tell it."""
    scores, metric = result.scores, result.metric
    labels = scores.labels
    if not result.defined:
        only = tuple(label for label, size in zip(labels, scores.sizes, strict=True) if size)
        return Notes([Note("one_class_only", labels=only, metric=metric.id)])
    if math.isinf(result.value):
        return Notes([Note("impossible_truth", amount=result.impossible(model), metric=metric.id)])
    told = []
    left = tuple(labels[part.places[0]] for part in result.parts if part.sloped is None and part.weight > 0)
    if left and metric.kind != "pairs":
        told.append(Note("no_items_to_rank", labels=left, metric=metric.id))
    if not metric.sure:
        told.append(Note("moved_by_chance", metric=metric.id))
    if metric.kind == "rate" and result.all_equal(model):
        told.append(Note("equal_scores", metric=metric.id))
    elif metric.id == "roc_auc" and all(
        part.value < 0.5 and result.part_interval(part, confidence)[1] < 0.5 for part in result.defined
    ):
        told.append(Note("below_chance", labels=labels, metric=metric.id))
    few = [k for part in result.defined for k in part.places if 0 < scores.sizes[k] < FEW]
    if few:
        told.append(Note("small_class", labels=tuple(labels[k] for k in dict.fromkeys(few)), amount=FEW))
    return Notes(told)
