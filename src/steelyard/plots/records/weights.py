"""Models over the weight of one class: who is the best, and where that turns, for averages by the exact rule."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from steelyard.comparison.compare import MAIN
from steelyard.comparison.comparison import Comparison
from steelyard.comparison.robustness.one_class import turns
from steelyard.comparison.robustness.sampling import all_leads
from steelyard.comparison.robustness.scores import Scores
from steelyard.counts import labels as naming
from steelyard.counts.answer import number, plain
from steelyard.counts.class_shares import completed
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.moves import sliced_by
from steelyard.importance import as_importance
from steelyard.importance.region import Region
from steelyard.measuring.apply import Measured, apply, as_confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.plots.records.shares import Crossing, crossings
from steelyard.shares.what_ifs.tipping import orders
from steelyard.type_names import Floats

BESIDE = 1e-9
"""How far beyond a turn, as a part of its odds, the next one is looked for: it must not be found again by rounding."""


def changes(scores: Scores, start: Floats, position: int) -> list[tuple[float, int, int]]:
    """Return (weight of the class, best model below it, best model above it), rising.

    `start` are weights at which the class has none; the others keep their proportions.
    """
    overtakings: list[tuple[float, int, int]] = []
    at, best = 0.0, -1
    while at < 1:
        level = _best(scores, start, position, at)
        end = min(_next_turn(scores, start, position, at, model) for model in level)
        # Up to there, none of those that are level overtakes another: who is the best, is seen in the middle.
        ahead = _best(scores, start, position, (at + end) / 2)
        if best >= 0 and best not in ahead:
            overtakings.append((at, best, ahead[0]))
        best = best if best in ahead else ahead[0]
        at = end
    return overtakings


def _best(scores: Scores, start: Floats, position: int, at: float) -> list[int]:
    """Return the models that no other is ahead of; all, where none has a value."""
    leads = all_leads(scores, scores.at(completed(start, [position], np.array([[at]]))))[0]
    return np.flatnonzero(~(leads < 0).any(axis=1)).tolist()


def _next_turn(scores: Scores, start: Floats, position: int, at: float, model: int) -> float:
    """Return the weight above one at which another model overtakes; 1 if none does."""
    beyond = completed(start, [position], np.array([at + BESIDE * at * (1 - at)]))
    overtaken = turns(scores, Region.point(scores.labels, beyond, ""), beyond, model)
    label = scores.labels[position]
    return min((turn.at for turn in overtaken if turn.label == label and turn.side == "more"), default=1.0)


# Models whose values are looked at over other class weights.


@dataclass(frozen=True, eq=False)
class Weighed:
    """Counts, a metric, and what was said of the importance.

    Attributes
    ----------
    cm
        One matrix, or a stack along "model"; slices are taken together.
    said, weights
        The importance as it was given, None if it was not; and the weights that it has by itself.
    """

    cm: Confusion
    metric: Metric
    said: Any
    weights: Floats
    undefined: Policy

    @classmethod
    def of(cls, models: Any, metric: str | Metric | None, importance: Any) -> Self:
        """Take a result, with its own metric, importance and policy where nothing else is said; or counts."""
        undefined: Any = DEFAULT_POLICY
        if isinstance(models, Comparison):
            asked = models.score().metric if metric is None else metric
            cm, said, undefined = models.tables, models.said, models.undefined
        elif isinstance(models, Evaluation):
            asked = _main(models.measured) if metric is None else metric
            cm, said, undefined = models.overall.at_shares, models.importance, models.undefined
        else:
            asked, cm, said = MAIN if metric is None else metric, as_confusion(models), None
        if slices := sliced_by(cm):
            cm = cm.pooled(*slices)
        said = said if importance is None else importance
        weights = as_importance(said).weights(cm.pooled())
        chosen_metric = asked if isinstance(asked, Metric) else registry[asked]
        return cls(cm, chosen_metric, said, weights, undefined)

    @property
    def models(self) -> tuple[Hashable, ...]:
        """The names; (None,) for a single matrix."""
        return tuple(self.cm.axes.get(MODEL, (None,)))

    @cached_property
    def scores(self) -> Scores:
        """The values at any weights, undefined ones by the policy; metrics that weights do not move are refused."""
        # Scores are made to compare models, so that a single one is compared with itself.
        cm = self.cm if len(self.models) > 1 else self._of([0, 0], ["the model", "itself"])
        policy = "exclude" if self.undefined in ("nan", "raise") else self.undefined
        return Scores.of(cm, self.metric, policy, Region.of(cm.labels))

    @cached_property
    def _blank(self) -> Floats:
        """Which classes take a model's value away as soon as they have weight, (K, C)."""
        shape = len(self.models), len(self.cm.labels)
        if self.undefined not in ("nan", "raise"):
            return np.zeros(shape)
        undefined = apply([self.metric], self.cm, importance=self.weights)[0].undefined
        return np.zeros(shape) if undefined is None else undefined.reshape(shape).astype(np.float64)

    def at(self, weights: Floats) -> Floats:
        """Return the values of all models at many weights, (S, C) → (S, K); NaN where one is undefined."""
        values = self.scores.at(weights)[:, : len(self.models)]
        return np.where(weights @ self._blank.T > 0, np.nan, values)

    def some(self, models: list[int]) -> Weighed:
        """Return some of several models."""
        few = self._of(models, [self.models[k] for k in models])
        return Weighed(few, self.metric, self.said, self.weights, self.undefined)

    def _of(self, models: list[int], names: list[Hashable]) -> Confusion:
        return Confusion(self.cm.stacked(models), axes={MODEL: names})


def _main(measured: tuple[Measured, ...]) -> str | Metric:
    """Return the metric of an evaluation to look at: balanced accuracy, or the first that follows the weights."""
    metrics = [result.metric for result in measured]
    if not metrics or MAIN in [metric.name for metric in metrics]:
        return MAIN
    return next((metric for metric in metrics if metric.weighted), metrics[0])


# Models over the weight of one class, from none of it to all: who is the best, and where that turns.


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
