"""Several metrics of one or several models, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.counts.answer import plain
from steelyard.counts.confusion import MODEL
from steelyard.counts.labels import Label
from steelyard.evaluation.evaluate import Evaluation
from steelyard.measuring.measure import Measured
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.plots.records.point import Point


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
            found = {each.metric.name: each for each in result.scored}
            rows = (
                _row(found[name].measured, map(Point.of, found[name].values.tolist(), found[name].intervals))
                for name in _wanted(list(found), metrics)
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
        rows = (_row(measured[name], scores[name]) for name in _wanted(list(measured), metrics))
        sure = whole.uncertainty.chosen.method is not None
        return cls(tuple(whole.confusion.axes.get(MODEL, (None,))), tuple(rows), whole.confidence if sure else None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "models": [plain(model) for model in self.models],
            "confidence": self.confidence,
            "metrics": [row.to_dict() for row in self.rows],
        }


def _row(measured: Measured, points: Iterable[Point]) -> MetricRow:
    metric: Metric = measured.metric
    low, high = metric.bounds(measured.relevance, measured.arguments)
    bounded = bool(np.isfinite(low) and math.isfinite(high))
    return MetricRow(metric.name, metric.direction, metric.weighted, bounded, tuple(points))


def _wanted(known: list[str], asked: Iterable[str] | str | None) -> Iterator[str]:
    """Yield the metrics asked for, by any of their names; all if none is."""
    names = known if asked is None else [asked] if isinstance(asked, str) else list(asked)
    if not names:
        raise ValueError(f"there is no metric to draw; there are {', '.join(known) or 'none in the result'}.")
    for name in names:
        found = registry[name].name if name in registry and name not in known else name
        if found not in known:
            raise ValueError(f"{name!r} was not evaluated; there are {', '.join(known)}.")
        yield found
