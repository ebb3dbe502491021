"""Evaluate a classifier: every metric in the light of what matters, with the classes behind each number."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Pictured, Row, csv_text, frame_of, plain_label
from steelyard.counts.class_shares import shares_of
from steelyard.counts.confusion import Confusion
from steelyard.counts.data import Given
from steelyard.counts.joint import Joint
from steelyard.counts.labels import Label, UnknownNameError, not_among, text
from steelyard.evaluation.misleading import Mark, Seen, marks, trusted
from steelyard.evaluation.score import Caution, ClassRow, ClassRows, MetricScores, Score, SliceName, cautions, strangers
from steelyard.evaluation.slices import Changes, Move, Moves, changes, moves
from steelyard.evaluation.uncertainty import Uncertainty, asked_for, check
from steelyard.importance import Importance, as_importance
from steelyard.measuring.apply import Measured, apply, checked_policy
from steelyard.measuring.lead import Standing, standings
from steelyard.measuring.notes import NO_NOTES, Notes, undefined_note
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import CLASS_RATES as CLASS_RATES  # noqa: PLC0414 - the columns of what is shown
from steelyard.measuring.registry import called, numbers_of, positive_class, refuse_idle_importance
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import Policy, policy_of_rates

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.intervals import Interval


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Pictured):
    """The metrics of a matrix or a stack; what `sy.evaluate` returns.

    Attributes
    ----------
    confusion, whole
        The counts, and those of all slices together (but for models).
    shares
        The class shares at which everything is measured, in the order of the labels; None for those of the items.
    importance, weights
        How much each class matters, as stated and as weights that sum to 1, in the order of the labels.
    scores
        One `Score` per metric (and slice).
    classes
        One `ClassRow` per class (and slice), the most important first; of one matrix by name, too:
        `result.classes["fraud"].rates["recall"]`, and its interval `.intervals["recall"]`.
    overall
        For slices other than models, such as months: the evaluation of all of them together, with the same weights.
    uncertainty
        How sure the numbers are. Intervals are computed when someone looks at them.
    changes
        For such slices: in which of them a class is found less or more often than in the others, beyond chance.
    misleading
        The metrics that mislead on these counts, one `Mark` per metric (and slice): a fact, with its numbers.
    notes
        What a reader must know about the numbers, the gravest first and each once, as `Caution`s. `print` shows three.
    """

    confusion: Confusion
    whole: Confusion
    importance: Importance
    weights: NDArray[np.float64]
    undefined: Policy
    uncertainty: Uncertainty
    measured: tuple[Measured, ...]
    rates: tuple[Measured, ...]
    joint: Joint | None = None
    """The joint table of the models, if it is known: on which items they agree."""
    chosen: bool = True
    """Whether someone chose what becomes of undefined terms; if not, the default names no winner by itself."""
    model: str | None = None
    """What the only model is called: its column of predictions, if it was named."""
    asked: bool = True
    """Whether someone chose the metrics; if not, all are measured, and those that the situation calls for are shown."""
    positive: Label = None
    """The class that was said to be positive, of which all rates among the metrics are; None if none was."""
    shares: NDArray[np.float64] | None = None

    @property
    def confidence(self) -> float | None:
        """The level of the intervals; None if there are none."""
        return self.uncertainty.confidence

    @cached_property
    def at_shares(self) -> Confusion:
        """The counts that are measured: as they would be at the stated class shares, if some were stated."""
        return self.confusion if self.shares is None else self.confusion.at_shares(self.shares)

    @property
    def stated_shares(self) -> dict[Any, float] | None:
        """The class shares at which everything is measured, by plain label; None for those of the items."""
        return None if self.shares is None else self._by_label(self.shares)

    @cached_property
    def standings(self) -> dict[str, Standing]:
        """By metric, which models are the best, and whether that depends on what becomes of undefined terms."""
        overall = self.overall
        result = standings(overall.measured, overall.at_shares, chosen=self.chosen, misleading=overall.models_misled)
        return {each.metric.name: each for each in result}

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        pairs = enumerate(zip(self.measured, self.moves, strict=True))
        slices = list(self.slices())
        return tuple(self._score(i, result, moved, at, name) for i, (result, moved) in pairs for at, name in slices)

    @cached_property
    def overall(self) -> Evaluation:
        return _evaluated(self, self.whole) if self.confusion.slice_axes else self

    @cached_property
    def moves(self) -> Sequence[Moves | None]:
        """How each metric moves over the slices, if there are some other than models."""
        if not self.confusion.slice_axes:
            return [None] * len(self.measured)
        return moves(self.measured, self.at_shares, self.overall.at_shares, self.weights, self.undefined)

    @cached_property
    def changes(self) -> Changes | None:
        if not self.confusion.slice_axes:
            return None
        return changes(self.confusion, grouped=self.uncertainty.group is not None)

    def _interval(self, place: int, at: tuple[int, ...]) -> Interval | None:
        (result,) = self.uncertainty.look([at])
        interval: Interval | None = result[place]
        return interval

    def _rate_intervals(self, c: int, at: tuple[int, ...]) -> dict[str, Interval | None]:
        (by_rate,) = self.uncertainty.look([at], rates=True)
        return {result.metric.id: intervals[c] for result, intervals in zip(self.rates, by_rate, strict=True)}

    def _score(self, place: int, result: Measured, moved: Moves | None, at: tuple[int, ...], name: SliceName) -> Score:
        value = float(result.value[at])
        out = tuple(itertools.compress(self.confusion.labels, result.out(at)))
        normalised = result.normalised(at)
        note = self._note(result, at) if out or math.isnan(value) else NO_NOTES
        move = None if moved is None else moved[at]
        look = partial(self._interval, place, at)
        doubt = partial(self._misleads, result.metric.name, name)
        return Score(result.metric, value, normalised, out, note, name, move, look, doubt)

    def _note(self, result: Measured, at: tuple[int, ...]) -> Notes:
        return undefined_note(result, self.at_shares, at, self.weights)

    @cached_property
    def misleading(self) -> tuple[Mark, ...]:
        return marks(self._seen, dict(self.slices()))

    @cached_property
    def trusted(self) -> frozenset[str]:
        """The metrics to judge by where others mislead: by these, no constant answer looks as good as the models."""
        return trusted(self._seen, self.models_misled)

    @property
    def _seen(self) -> Seen:
        return Seen(self.at_shares, self.weights, self.undefined, self.measured, self._note)

    @cached_property
    def notes(self) -> tuple[Caution, ...]:
        overall = self.overall
        names = [name for _, name in overall.slices()]
        every = tuple(result.metric.name for result in self.measured)
        strange = [Caution(Notes([note]), every) for note in strangers(overall.confusion, self.model)]
        several = overall.standings if len(names) > 1 else {}  # a single model stands beside nobody
        return (*strange, *cautions(overall.scores, several, names))

    def full(self) -> str:
        """Return all metrics, classes and notes as text; `print` shows what the situation calls for.

        Examples
        --------
        >>> import steelyard as sy
        >>> result = sy.evaluate(["a", "b", "b"], ["a", "b", "a"])
        >>> len(result.full().splitlines()) > len(str(result).splitlines())
        True
        """
        return self._shown_as("text", full=True)

    def of_metrics(self, names: Collection[str]) -> Evaluation:
        """Return the same with some of its metrics, so that no intervals of the others are computed."""
        measured = tuple(result for result in self.measured if result.metric.name in names)
        metrics = [result.metric for result in measured]
        return replace(self, measured=measured, uncertainty=self.uncertainty.of_metrics(metrics))

    @cached_property
    def models_misled(self) -> dict[str, frozenset[int]]:
        """By metric, the matrices of the stack, by position, whose value misleads."""
        places = {name: k for k, (_, name) in enumerate(self.slices())}
        result: dict[str, set[int]] = {}
        for mark in self.misleading:
            result.setdefault(mark.metric.name, set()).add(places[mark.slice])
        return {name: frozenset(models) for name, models in result.items()}

    @cached_property
    def _marks(self) -> dict[tuple[str, SliceName], Notes]:
        return {(mark.metric.name, mark.slice): mark.fact for mark in self.misleading}

    def _misleads(self, metric: str, name: SliceName) -> Notes:
        return self._marks.get((metric, name), NO_NOTES)

    @cached_property
    def classes(self) -> ClassRows:
        return ClassRows(row for at, name in self.slices() for row in self.class_rows(at, name))

    def class_rows(self, at: tuple[int, ...], name: SliceName, most: int | None = None) -> list[ClassRow]:
        """Return the classes of one matrix of the stack, the most important first: all, or so many."""
        labels = self.confusion.labels
        support, predicted, correct = self._sizes
        return [
            ClassRow(
                labels[i],
                float(self.weights[i]),
                support[(*at, i)].item(),
                predicted[(*at, i)].item(),
                correct[(*at, i)].item(),
                {result.metric.id: float(result.value[(*at, i)]) for result in self.rates},
                name,
                tuple(result.metric.id for result in self.rates if result.out(at)[i]),
                partial(self._rate_intervals, i, at),
            )
            for i in self._by_weight[:most].tolist()
        ]

    @cached_property
    def _by_weight(self) -> NDArray[np.intp]:
        return np.argsort(-self.weights, kind="stable")

    @cached_property
    def _sizes(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        return self.confusion.support, self.confusion.predicted, self.confusion.correct

    def slices(self) -> Iterator[tuple[tuple[int, ...], SliceName]]:
        """Yield where each matrix stands in the stack, and its name."""
        axes = self.confusion.axes
        for at in np.ndindex(self.confusion.shape):
            yield at, tuple((name, keys[i]) for (name, keys), i in zip(axes.items(), at, strict=True))

    def __getitem__(self, name: str) -> Any:
        """Return a metric's `Score`; for a stack `MetricScores`, by name: `result["mean_f"]["svm"]`."""
        if not isinstance(name, str):
            raise UnknownNameError(f"a metric is found by its name, not by {name!r}{self._of_a_class('…')}.")
        wanted = called(name, [result.metric for result in self.measured])
        scores = [score for score in self.scores if score.metric.name == wanted]
        if not scores and wanted in CLASS_RATES:
            said = "" if self.positive is not None else ", or say which class is positive="
            raise UnknownNameError(f"{name!r} is of one class{self._of_a_class(wanted)}{said}.")
        if not scores:
            raise not_among(name, [result.metric.name for result in self.measured], "evaluated")
        return MetricScores(tuple(scores), self.confusion.axes) if self.confusion.shape else scores[0]

    def _of_a_class(self, rate: str) -> str:
        """Return where the rate of a class is."""
        first = self.confusion.labels[0]
        name = first if isinstance(first, str) else text(first)
        return f"; of a class it is in result.classes[{name!r}].rates[{rate!r}]"

    def _by_label(self, numbers: NDArray[np.float64]) -> dict[Any, float]:
        return {plain_label(label): float(number) for label, number in zip(self.confusion.labels, numbers, strict=True)}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        cm = self.confusion
        self.uncertainty.look()
        self.uncertainty.look(rates=True)
        return {
            "importance": str(self.importance),
            "weights": self._by_label(self.weights),
            "undefined": self.undefined,
            "positive": plain_label(self.positive),
            "shares": self.stated_shares,
            "items": cm.each_item_once().items.item(),
            "dropped": cm.dropped,
            "confidence": self.confidence,
            "intervals": self.uncertainty.settings(),
            **({} if self.changes is None else {"changes": self.changes.to_dict()}),
            "metrics": [score.to_dict() for score in self.scores],
            "classes": [row.to_dict() for row in self.classes],
        }

    def to_rows(self, what: str = "metrics") -> list[Row]:
        """Return a row for each metric, or of the "classes" for each class (and slice)."""
        if what not in ("metrics", "classes"):
            raise ValueError(f'the rows are those of the "metrics" or of the "classes", not {what!r}.')
        self.uncertainty.look(rates=what == "classes")
        return [row.to_dict() for row in (self.scores if what == "metrics" else self.classes)]

    def to_frame(self, what: str = "metrics") -> Any:
        """Return the metrics, or the "classes", as a data frame of pandas or else Polars, whichever is installed."""
        return frame_of(self.to_rows(what))

    def to_csv(self, what: str = "metrics") -> str:
        """Return the metrics, or the "classes", as CSV text."""
        return csv_text(self.to_rows(what))

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return a page to look at, whole in itself, that computes again as importance moves; written to a path, too.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.evaluate(["a", "b", "b"], ["a", "b", "a"]).to_html().startswith("<!doctype html>")
        True
        """
        return self._shown_as("page", path=path)


def evaluate(
    data: Confusion | ArrayLike | Any,
    prediction: Any = None,
    importance: Any = None,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    undefined: Policy | None = None,
    confidence: float | None = 0.95,
    *,
    intervals: Any = None,
    group: Any = None,
    truth: str | None = None,
    weight: str | None = None,
    by: Any = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    missing: str = "refuse",
    counts: Any = None,
    positive: Any = None,
    shares: Any = None,
) -> Evaluation:
    """Evaluate predictions, or counts, under an importance of the classes.

    Parameters
    ----------
    data, prediction
        The true and the predicted labels, as for `Confusion.from_labels`; or a `Confusion` (or a stack), or a `Joint`
        table, alone; or, with `truth=`, data of any kind and its column of predictions (or several), as for `sy.count`.
    importance
        How much each class matters: an importance, a text of the grammar such as "rarity" or "c3 < c2 < c1", a mapping
        or a sequence. It is resolved once, on all counts together. If not given, all classes matter alike.
    metrics
        Which metrics; if not given, all that give one number. Metrics of the whole matrix, such as "mcc", are as
        counted, whatever the importance; "mcc at importance" is the same at class shares equal to the weights.
    undefined
        What to do with classes whose rate is undefined. "worst": what the model did or failed to do counts, what the
        data lack leaves. A class that has items and is never predicted has the worst precision, 0; the recall of a
        class without items leaves the average. "exclude" leaves both out, "zero" counts both as 0, "nan" makes the
        average undefined, "raise" is an error that names the classes. If not given, it is "worst", and a metric by
        which "exclude" or "zero" would name another best model names none.
    confidence
        The level of the intervals; None for none. They are computed when they are first looked at.
    intervals
        How to tell how sure a number is: made by `sy.intervals`, such as `sy.intervals.bootstrap(draws=10_000)`, or
        "classwise", "bootstrap", "percentile", "bca", "delta", "bayes" or "none". If not given, class by class, by
        slopes or not at all where that takes long.
    group
        What tells which items belong together, such as the rows of a patient, so that they tell less than as many
        apart: a column of the data, one value per item beside labels, or an axis of counts. It changes the intervals,
        never the values.
    truth, weight
        The columns of the data with the true labels and with the weights of the items, as for `sy.count`.
    by
        What slices the items, such as their months: columns of the data, or one value per item beside labels. Each
        slice gets its scores, and their `move` from what is typical.
    labels, weights, missing
        As for `Confusion.from_labels`: `weights` holds one weight per item beside labels. Weights, however large, make
        no more items of one.
    counts
        For rows that are several equal items: how many, a column of the data or one number per row beside labels.
    positive
        The class of which rates such as "f1", "precision" or "npv" are, if `metrics` has some: against the other class,
        or against all others together. If no metrics are given, those that tell most of it. An importance has no part
        in them; metrics of all classes, such as "mcc", stay what they are. Beside an importance, those that follow it
        come first.
    shares
        Class shares to measure at instead of those of the items, as for `Confusion.at_shares`: "uniform", numbers by
        class, or an importance, as if the classifier met such a population and treated each class as it does here.
        Every value, slice and interval is then at these shares; they are known, and the items stay those that were
        counted. "rarity" and "prevalence" as the importance mean the sizes that classes have there.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.evaluate(["a", "b", "b", "b"], ["a", "b", "b", "a"], importance={"a": 0.8, "b": 0.2})
    >>> round(result["balanced_accuracy"].value, 3)
    0.933
    >>> round(sy.evaluate(["a", "b", "b", "b"], ["a", "b", "b", "a"], metrics="f1", positive="a")["f1"].value, 3)
    0.667
    >>> cm = sy.Confusion([[80, 20], [100, 9800]], labels=["fraud", "ok"])
    >>> precision = sy.evaluate(cm, positive="fraud", shares={"fraud": 0.001})["precision"]
    >>> round(precision.value, 3), round(precision.low, 3), round(precision.high, 3)
    (0.073, 0.06, 0.09)
    """
    level, method = asked_for(confidence, intervals)
    given = Given(data, prediction, truth, weight, by, group, labels, weights, missing, counts)
    (counted, group), joint = given.evaluated()
    check(method, counted, group)
    cm = counted if group is None else counted.pooled(group)
    if not cm.pooled().total > 0:
        raise ValueError("there is nothing to evaluate: the counts are all 0.")
    _check_axis_names(cm)
    policy = checked_policy(undefined)
    pooled = cm.pooled()
    scalar = numbers_of(metrics, positive, pooled, importance=importance)
    if positive is not None:
        refuse_idle_importance(scalar, importance)
    how = as_importance(importance)
    stated = None if shares is None else _read_only(shares_of(shares, cm))
    at = cm if stated is None else cm.at_shares(stated)
    relevance = _read_only(how.weights(at.pooled()))
    return Evaluation(
        confusion=cm,
        whole=cm.pooled(*by_axes) if (by_axes := cm.slice_axes) else cm,
        importance=how,
        weights=relevance,
        undefined=policy,
        uncertainty=Uncertainty(counted, group, relevance, policy, level, method, scalar, _class_rates(), stated),
        measured=tuple(apply(scalar, at, importance=how, undefined=policy)),
        rates=measured_rates(at, policy),
        joint=joint,
        chosen=undefined is not None,
        model=prediction if truth is not None and isinstance(prediction, str) else None,
        asked=metrics is not None or positive is not None,
        positive=None if positive is None else positive_class(positive, pooled),
        shares=stated,
    )


def _read_only(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    result = numbers.copy()
    result.flags.writeable = False
    return result


def _class_rates() -> tuple[Metric, ...]:
    """Return the rates shown for each class."""
    return tuple(registry[rate] for rate in CLASS_RATES)


def measured_rates(cm: Confusion, policy: Policy) -> tuple[Measured, ...]:
    """Return the rates shown for each class, of counts."""
    return tuple(apply(_class_rates(), cm, undefined=policy_of_rates(policy)))


def _evaluated(like: Evaluation, cm: Confusion) -> Evaluation:
    """Return the same metrics of other counts, with the same weights."""
    metrics = [result.metric for result in like.measured]
    at = cm if like.shares is None else cm.at_shares(like.shares)
    measured = tuple(apply(metrics, at, importance=like.weights, undefined=like.undefined))
    counts = like.uncertainty.counts.pooled(*like.confusion.slice_axes)
    return replace(
        like,
        confusion=cm,
        measured=measured,
        rates=measured_rates(at, like.undefined),
        uncertainty=like.uncertainty.of_other(counts),
    )


def _check_axis_names(cm: Confusion) -> None:
    """Refuse axes that would overwrite what the rows of the results say."""
    score = Score(registry["accuracy"], 0.0, 0.0, move=Move(0.0, 0.0, 0.0, explained=False))
    row = ClassRow(None, 0.0, 0.0, 0.0, 0.0, dict.fromkeys(CLASS_RATES, 0.0))
    taken = [name for name in cm.axes if name in {**score.to_dict(), **row.to_dict()}]
    if taken:
        raise ValueError(f"the results have a column {taken[0]!r} of their own; call the axis {taken[0]!r} otherwise.")
