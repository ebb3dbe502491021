"""One rate of each class, with its interval, of one or several models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

import numpy as np

from steelyard.counts.answer import plain
from steelyard.counts.confusion import MODEL
from steelyard.counts.labels import Label
from steelyard.evaluation.evaluate import Evaluation
from steelyard.measuring.registry import metrics as registry
from steelyard.plots.records.most import checked_most
from steelyard.plots.records.point import Point
from steelyard.type_names import Floats

Order = Literal["importance", "value", "label"]

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
        cls, evaluation: Evaluation, rate: str = "recall", order: Order = "importance", most: int | None = None
    ) -> Self:
        """Look at a rate of the classes; see `sy.plots.classes`."""
        if not isinstance(evaluation, Evaluation):
            raise ValueError(
                f"the classes are those of an evaluation, as of sy.evaluate, not of {type(evaluation).__name__}."
            )
        if order not in get_args(Order):
            raise ValueError(f"classes are ordered by {', '.join(get_args(Order))}, not by {order!r}.")
        models = tuple(evaluation.confusion.axes.get(MODEL, (None,)))
        most = max(FEWEST, min(MOST, MARKS // len(models))) if most is None else checked_most(most)
        whole, name = evaluation.overall, _known(evaluation, rate)
        cm = whole.confusion
        (measured,) = (result for result in whole.rates if result.metric.id == name)
        values = np.asarray(measured.value).reshape(-1, len(cm.labels))
        shown = _shown(values, evaluation.weights, order, most)
        whole.uncertainty.look(rates=True)
        found = {(dict(row.slice).get(MODEL), row.label): row for row in whole.classes}
        return cls(
            rate=measured.metric.name,
            models=models,
            labels=tuple(cm.labels[i] for i in shown),
            weights=evaluation.weights[shown],
            support=np.asarray(cm.support, dtype=np.float64).reshape(len(models), -1).T[shown],
            points=tuple(
                tuple(
                    Point.of(found[model, cm.labels[i]].rates[name], found[model, cm.labels[i]].intervals[name])
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
            "models": [plain(model) for model in self.models],
            "confidence": self.confidence,
            "hidden": self.hidden,
            "classes": [
                {
                    "label": plain(label),
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


def _shown(values: Floats, weights: Floats, order: Order, most: int) -> list[int]:
    """Return the classes to show, from the top: the most important; of those that matter alike, the worst."""
    worst = np.where(np.isnan(values), np.inf, values).min(axis=0)
    kept = np.sort(np.lexsort((worst, -weights))[:most])
    if order == "label":
        return kept.tolist()
    by = worst if order == "value" else -weights
    return kept[np.argsort(by[kept], kind="stable")].tolist()
