"""Models over the weight of one class, from none of it to all: who is the best, and where that turns."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import number, plain
from steelyard.counts.class_shares import completed
from steelyard.counts.labels import Label
from steelyard.measuring.record import Metric
from steelyard.plots.records.best_by_weight import changes
from steelyard.plots.records.crossing import Crossing, crossings
from steelyard.plots.records.weighed import Weighed
from steelyard.shares.what_ifs.tipping import orders
from steelyard.type_names import Floats

POINTS = 101

LEAST, TAIL = 1e-6, 25
"""The least weight at which a turn is looked for where there is no formula, and the weights up to the first point."""


@dataclass(frozen=True, eq=False)
class WeightsRecord:
    """What `sy.plots.weights` shows.

    Attributes
    ----------
    metric, direction
        The metric's name, and whether "higher" or "lower" values are better.
    label
        The class whose weight moves; the others keep their proportions.
    models
        Their names; (None,) for a single matrix.
    weights, values
        Weights of the class, from 0 to 1, and the values there, (weights, models).
    now
        The weight that it has.
    crossings
        Where the best model changes.
    """

    metric: str
    direction: str
    label: Label
    models: tuple[Hashable, ...]
    weights: Floats
    values: Floats
    now: float
    crossings: tuple[Crossing, ...]

    @classmethod
    def of(cls, models: Any, label: Label = None, metric: str | Metric | None = None, importance: Any = None) -> Self:
        """Look at models over the weight of a class; see `sy.plots.weights`."""
        given = Weighed.of(models, metric, importance)
        position = naming.find(label, given.cm.labels)
        now = float(given.weights[position])
        places = np.union1d(np.linspace(0, 1, POINTS), now)
        values = given.at(_along(given.weights, position, places))
        return cls(
            metric=given.metric.name,
            direction=given.metric.direction,
            label=given.cm.labels[position],
            models=given.models,
            weights=places,
            values=values,
            now=now,
            crossings=_crossings(given, position, places, values),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "metric": self.metric,
            "direction": self.direction,
            "label": plain(self.label),
            "now": self.now,
            "weights": self.weights.tolist(),
            "models": [
                {"model": plain(model), "values": [number(value) for value in self.values[:, k].tolist()]}
                for k, model in enumerate(self.models)
            ],
            "crossings": [crossing.to_dict() for crossing in self.crossings],
        }


def _along(weights: Floats, position: int, places: Floats) -> Floats:
    """Return the weights of all classes if one had these: the others in proportion, alike if they have none."""
    others = np.delete(weights, position)
    start = weights if others.any() else np.ones_like(weights)
    return completed(start, [position], places[:, None])


def _crossings(given: Weighed, position: int, places: Floats, values: Floats) -> tuple[Crossing, ...]:
    """Return where the best model changes, of those that have values between the ends."""
    known = np.flatnonzero(~np.isnan(values[1:-1]).any(axis=0)).tolist()
    if len(known) < 2:
        return ()
    few = given.some(known)
    if few.scores.rates is None:
        return _by_search(few, position, places)
    return tuple(
        Crossing(at, float(_values(few, position, [at])[0, below]), few.models[below], few.models[above])
        for at, below, above in changes(few.scores, _along(given.weights, position, np.array([0.0]))[0], position)
    )


def _values(given: Weighed, position: int, at: Sequence[float] | Floats) -> Floats:
    return given.at(_along(given.weights, position, np.asarray(at)))


def _by_search(given: Weighed, position: int, places: Floats) -> tuple[Crossing, ...]:
    """Look for turns of a metric that is no average between weights; near 0 and 1, too, where rare classes live."""
    tails = np.geomspace(LEAST, places[1], TAIL)
    within = np.unique(np.concatenate([tails, places[1:-1], 1 - tails]))

    def measure(_: Sequence[Metric], some: Floats) -> Floats:
        return _values(given, position, some)[None]

    values, label = measure([], within), given.cm.labels[position]
    (pairs,) = orders([given.metric], values, within, float(within[0]), given.models, label, measure, [False])
    return crossings(pairs, within, values[0], given.models)
