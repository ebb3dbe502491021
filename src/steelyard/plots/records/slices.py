"""One metric over slices, such as months, and which of its moves are due to class shares."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.comparison.compare import MAIN
from steelyard.counts.answer import number, plain
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.moves import sliced_by
from steelyard.evaluation.score import MetricScores, Score
from steelyard.plots.records.values import Point


@dataclass(frozen=True, eq=False)
class SliceLine:
    """One model over the slices.

    Attributes
    ----------
    model, beside
        The model, None if there is only one without a name; and the keys along axes other than that of the line.
    points
        One `Point` per slice; without a value where the slice has no items.
    typical
        The median slice at the class shares of all; NaN where so many slices lack classes that it is no value.
    alike
        The values that the slices would have at the class shares of all; NaN where a slice lacks a class of these.
    explained
        Whether the move of each slice is explained by class shares alone.
    """

    model: Hashable
    beside: tuple[Hashable, ...]
    points: tuple[Point, ...]
    typical: float
    alike: tuple[float, ...]
    explained: tuple[bool, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "model": plain(self.model),
            "beside": [plain(key) for key in self.beside],
            "typical": number(self.typical),
            "points": [
                {**point.to_dict(), "at_shares_of_all": number(alike), "explained_by_shares": explained}
                for point, alike, explained in zip(self.points, self.alike, self.explained, strict=True)
            ],
        }


@dataclass(frozen=True, eq=False)
class SlicesRecord:
    """What `sy.plots.slices` shows.

    Attributes
    ----------
    metric, direction
        The metric's name, and whether "higher" or "lower" values are better.
    axis, keys
        What the slices are by, and their keys, in the order of the evaluation.
    lines
        One `SliceLine` per model, and per key of further axes.
    confidence
        The level of the intervals; None if there are none.
    """

    metric: str
    direction: str
    axis: str
    keys: tuple[Hashable, ...]
    lines: tuple[SliceLine, ...]
    confidence: float | None

    @classmethod
    def of(cls, evaluation: Evaluation, metric: str | None = None, over: str | None = None) -> Self:
        """Look at a metric over slices; see `sy.plots.slices`."""
        axis = _axis(evaluation, over)
        names = [result.metric.name for result in evaluation.measured]
        if not names:
            raise ValueError("this evaluation has no metrics, so that there is none to draw.")
        wanted = (MAIN if MAIN in names else names[0]) if metric is None else metric
        scores: MetricScores = evaluation[wanted]
        evaluation.uncertainty.look()
        rows: dict[tuple[Hashable, tuple[Hashable, ...]], list[tuple[Score, bool]]] = {}
        for score, whole in zip(scores, _with_all_classes(evaluation), strict=True):
            at = dict(score.slice)
            beside = tuple(key for name, key in at.items() if name not in (MODEL, axis))
            rows.setdefault((at.get(MODEL), beside), []).append((score, whole))
        (measured,) = (result for result in evaluation.measured if result.metric is scores[0].metric)
        bounds = measured.metric.bounds(measured.relevance, measured.arguments)
        return cls(
            metric=measured.metric.name,
            direction=measured.metric.direction,
            axis=axis,
            keys=tuple(evaluation.confusion.axes[axis]),
            lines=tuple(_line(model, beside, some, bounds) for (model, beside), some in rows.items()),
            confidence=evaluation.confidence if evaluation.uncertainty.chosen.method is not None else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "metric": self.metric,
            "direction": self.direction,
            "axis": self.axis,
            "keys": [plain(key) for key in self.keys],
            "confidence": self.confidence,
            "lines": [line.to_dict() for line in self.lines],
        }


def _axis(evaluation: Evaluation, over: str | None) -> str:
    if not isinstance(evaluation, Evaluation):
        raise ValueError(f"slices are those of an evaluation with by=, not of {type(evaluation).__name__}.")
    axes = sliced_by(evaluation.confusion)
    if not axes:
        raise ValueError("this evaluation has no slices; name what makes them, as in sy.evaluate(…, by='month').")
    if over is not None and over not in axes:
        raise ValueError(f"the slices are by {' and '.join(axes)}, not by {over!r}.")
    return over or axes[0]


def _with_all_classes(evaluation: Evaluation) -> list[bool]:
    """Return for each slice whether it has items of every class that its model has any of."""
    cm, sliced = evaluation.confusion, sliced_by(evaluation.confusion)
    along = tuple(i for i, name in enumerate(cm.axes) if name in sliced)
    present = np.expand_dims(np.asarray(evaluation.whole.support), along) > 0
    complete: list[bool] = ((np.asarray(cm.support) > 0) | ~present).all(axis=-1).ravel().tolist()
    return complete


def _line(
    model: Hashable, beside: tuple[Hashable, ...], scores: list[tuple[Score, bool]], bounds: tuple[float, float]
) -> SliceLine:
    # Without a class, a move is measured against the others without it; typical plus move is then no value of the
    # slice, and if most slices lack one, the typical value need not be one of the metric.
    moves = [score.move for score, _ in scores]
    typical = next((move.typical for move in moves if move is not None), math.nan)
    return SliceLine(
        model,
        beside,
        tuple(Point.of(score.value, score.interval) for score, _ in scores),
        typical if bounds[0] <= typical <= bounds[1] else math.nan,
        tuple(
            move.typical + move.due_to_classifier if whole and move is not None else math.nan
            for move, (_, whole) in zip(moves, scores, strict=True)
        ),
        tuple(move is not None and move.explained for move in moves),
    )
