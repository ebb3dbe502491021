"""Values and how sure they are, as plots show them: of each class by one rate, and of models by several metrics."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, get_args

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.counts.answer import number, plain_label
from steelyard.counts.labels import Label, whole_number
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.measuring.apply import Measured
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import called
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from steelyard.intervals import Interval

R = TypeVar("R")


def record_of(kind: type[R], given: Any, **options: Any) -> R:
    """Return a record as it is, or make it; options that are None are left to the record.

    A record was made with its own options, so that others beside it would be silently ignored.
    """
    said = {name: value for name, value in options.items() if value is not None}
    if not isinstance(given, kind):
        return kind.of(given, **said)  # type: ignore[attr-defined]
    if said:
        name = next(iter(said))
        raise ValueError(f"a {kind.__name__} is drawn as it is; say {name}= where it is made, {kind.__name__}.of(…).")
    return given


# How many classes a picture shows, as the user says it.


def checked_most(most: Any) -> int:
    """Refuse what is no number of classes."""
    return whole_number(most, "most", least=1)


# A value and how sure it is.


@dataclass(frozen=True, slots=True)
class Point:
    """A value and the ends of its interval, NaN where there is none; and why that may not be trusted."""

    value: float
    low: float = math.nan
    high: float = math.nan
    doubt: Notes = NO_NOTES

    @classmethod
    def of(cls, value: float, interval: Interval | None) -> Self:
        """Return a value with its interval, if that is known."""
        if interval is None or not interval.known:
            return cls(float(value))
        doubt = interval.note if interval.doubted else NO_NOTES
        return cls(float(value), float(interval.low), float(interval.high), doubt)

    @property
    def defined(self) -> bool:
        return math.isfinite(self.value)

    @property
    def sure(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "value": number(self.value),
            "low": number(self.low),
            "high": number(self.high),
            "doubt": str(self.doubt),
        }


# One rate of each class, with its interval, of one or several models.


ClassOrder = Literal["importance", "value", "label"]

MOST, FEWEST, MARKS = 40, 8, 160
"""Classes that have room for a row of their own, at most and at least, and about how many marks for all models."""


@dataclass(frozen=True, eq=False)
class ClassesRecord:
    """What `sy.plots.classes` shows.

    Attributes
    ----------
    rate
        The name of the rate.
    models
        Their names; (None,) if there is only one, without a name.
    labels, weights
        The classes shown, from the top, and how much they matter.
    support
        How many items of each class (row) each model was asked about.
    points
        For each class, one `Point` per model.
    confidence
        The level of the intervals; None if there are none.
    hidden
        How many classes are not shown.
    """

    rate: str
    models: tuple[Label, ...]
    labels: tuple[Label, ...]
    weights: Floats
    support: Floats
    points: tuple[tuple[Point, ...], ...]
    confidence: float | None
    hidden: int = 0

    @classmethod
    def of(
        cls, evaluation: Evaluation, rate: str = "recall", order: ClassOrder = "importance", most: int | None = None
    ) -> Self:
        """Look at a rate of the classes; see `sy.plots.classes`."""
        if not isinstance(evaluation, Evaluation):
            raise ValueError(
                f"the classes are those of an evaluation, as of sy.evaluate, not of {type(evaluation).__name__}."
            )
        if order not in get_args(ClassOrder):
            raise ValueError(f"classes are ordered by {', '.join(get_args(ClassOrder))}, not by {order!r}.")
        models = tuple(evaluation.confusion.axes.get(MODEL, (None,)))
        most = max(FEWEST, min(MOST, MARKS // len(models))) if most is None else checked_most(most)
        whole, name = evaluation.overall, _known(evaluation, rate)
        cm = whole.confusion
        (measured,) = (result for result in whole.rates if result.metric.id == name)
        values = np.asarray(measured.value).reshape(-1, len(cm.labels))
        shown = _shown(values, evaluation.weights, order, most)
        whole.uncertainty.look(rates=True)
        class_rows = {(dict(row.slice).get(MODEL), row.label): row for row in whole.classes}
        return cls(
            rate=measured.metric.name,
            models=models,
            labels=tuple(cm.labels[i] for i in shown),
            weights=evaluation.weights[shown],
            support=np.asarray(cm.support, dtype=np.float64).reshape(len(models), -1).T[shown],
            points=tuple(
                tuple(
                    Point.of(
                        class_rows[model, cm.labels[i]].rates[name], class_rows[model, cm.labels[i]].intervals[name]
                    )
                    for model in models
                )
                for i in shown
            ),
            confidence=whole.confidence if whole.uncertainty.chosen_for_rates.method is not None else None,
            hidden=len(cm.labels) - len(shown),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "rate": self.rate,
            "models": [plain_label(model) for model in self.models],
            "confidence": self.confidence,
            "hidden": self.hidden,
            "classes": [
                {
                    "label": plain_label(label),
                    "weight": float(weight),
                    "support": support.tolist(),
                    "points": [point.to_dict() for point in points],
                }
                for label, weight, support, points in zip(
                    self.labels, self.weights, self.support, self.points, strict=True
                )
            ],
        }


def _known(evaluation: Evaluation, rate: str) -> str:
    ids = [result.metric.id for result in evaluation.rates]
    wanted = registry[rate].id if rate in registry else rate
    if wanted not in ids:
        raise ValueError(f"the rates of an evaluation are {', '.join(ids)}, not {rate!r}.")
    return wanted


def _shown(values: Floats, weights: Floats, order: ClassOrder, most: int) -> list[int]:
    """Return the classes to show, from the top: the most important; of those that matter alike, the worst."""
    worst = np.where(np.isnan(values), np.inf, values).min(axis=0)
    kept = np.sort(np.lexsort((worst, -weights))[:most])
    if order == "label":
        return kept.tolist()
    by = worst if order == "value" else -weights
    return kept[np.argsort(by[kept], kind="stable")].tolist()


# Several metrics of one or several models, with their intervals.


@dataclass(frozen=True, eq=False)
class MetricRow:
    """One metric: its direction, whether it follows the importance and has bounds, and one `Point` per model."""

    name: str
    direction: str
    weighted: bool
    bounded: bool
    points: tuple[Point, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "metric": self.name,
            "direction": self.direction,
            "weighting": "importance" if self.weighted else "as counted",
            "bounded": self.bounded,
            "points": [point.to_dict() for point in self.points],
        }


@dataclass(frozen=True, eq=False)
class MetricsRecord:
    """What `sy.plots.metrics` shows.

    Attributes
    ----------
    models
        Their names; (None,) if there is only one, without a name.
    rows
        One `MetricRow` per metric, from the top.
    confidence
        The level of the intervals; None if there are none.
    """

    models: tuple[Label, ...]
    rows: tuple[MetricRow, ...]
    confidence: float | None

    @classmethod
    def of(cls, result: Evaluation | Comparison, metrics: Iterable[str] | str | None = None) -> Self:
        """Look at the metrics of a result; see `sy.plots.metrics`."""
        if isinstance(result, Comparison):
            by_name = {each.metric.name: each for each in result.scored}
            rows = (
                _row(by_name[name].measured, map(Point.of, by_name[name].values.tolist(), by_name[name].intervals))
                for name in _wanted([each.metric for each in result.scored], metrics)
            )
            return cls(tuple(result.models), tuple(rows), result.confidence)
        if not isinstance(result, Evaluation):
            raise ValueError(f"metrics are those of sy.evaluate or sy.compare, not of {type(result).__name__}.")
        whole = result.overall
        whole.uncertainty.look()
        measured = {each.metric.name: each for each in whole.measured}
        scores: dict[str, list[Point]] = {name: [] for name in measured}
        for score in whole.scores:
            scores[score.metric.name].append(Point.of(score.value, score.interval))
        rows = (
            _row(measured[name], scores[name]) for name in _wanted([each.metric for each in whole.measured], metrics)
        )
        sure = whole.uncertainty.chosen.method is not None
        return cls(tuple(whole.confusion.axes.get(MODEL, (None,))), tuple(rows), whole.confidence if sure else None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "models": [plain_label(model) for model in self.models],
            "confidence": self.confidence,
            "metrics": [row.to_dict() for row in self.rows],
        }


def _row(measured: Measured, points: Iterable[Point]) -> MetricRow:
    metric: Metric = measured.metric
    low, high = metric.bounds(measured.relevance, measured.arguments)
    bounded = bool(np.isfinite(low) and math.isfinite(high))
    return MetricRow(metric.name, metric.direction, metric.weighted, bounded, tuple(points))


def _wanted(metrics: list[Metric], asked: Iterable[str] | str | None) -> Iterator[str]:
    """Yield the metrics asked for, by any of their names; all if none is."""
    known = [metric.name for metric in metrics]
    names = known if asked is None else [asked] if isinstance(asked, str) else list(asked)
    if not names:
        raise ValueError(f"there is no metric to draw; there are {', '.join(known) or 'none in the result'}.")
    for name in names:
        metric_name = called(name, metrics)
        if metric_name not in known:
            raise ValueError(f"{name!r} was not evaluated; there are {', '.join(known)}.")
        yield metric_name
