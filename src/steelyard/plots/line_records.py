"""Lines that plots show: metrics over the share of a class, models over the weight of one, where the best changes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
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
from steelyard.counts.answer import number, plain_label
from steelyard.counts.class_shares import completed
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.importance import as_importance
from steelyard.importance.region import Region
from steelyard.measuring.apply import Measured, apply, as_confusion
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.shares.what_if_result import Flip, MetricCurve, PairOrder, WhatIf, orders
from steelyard.type_names import Floats

MOST_LINES = 10
"""More than these are drawn only if they are asked for."""


@dataclass(frozen=True, eq=False)
class ShareLine:
    """One metric of one model: the values over the shares, the one at the present share, and whether it is still."""

    metric: str
    direction: str
    model: Hashable
    values: Floats
    present: float
    robust: bool


@dataclass(frozen=True, eq=False)
class SharesRecord:
    """What `sy.plots.shares` shows.

    Attributes
    ----------
    label
        The class whose share moves.
    shares, present
        The shares, rising, and the one that the class has.
    lines
        One `ShareLine` per metric and model.
    crossings
        Where the best model changes, of all metrics shown.
    """

    label: Label
    shares: Floats
    present: float
    lines: tuple[ShareLine, ...]
    crossings: tuple[Crossing, ...]

    @classmethod
    def of(cls, result: WhatIf, metrics: Iterable[str] | str | None = None) -> Self:
        """Look at a what-if; see `sy.plots.shares`."""
        if not isinstance(result, WhatIf):
            raise ValueError(
                f"curves over class shares are those of sy.shares.what_if, not of {type(result).__name__}."
            )
        curves = _curves(result, metrics)
        lines = (
            ShareLine(
                curve.metric.name,
                curve.metric.direction,
                model,
                curve.values[:, k],
                float(curve.present[k]),
                curve.robust,
            )
            for curve in curves
            for k, model in enumerate(curve.models)
        )
        changing = (crossings(c.pairs, result.shares, c.values, c.models) for c in curves)
        return cls(
            result.label, result.shares, result.present, tuple(lines), tuple(one for some in changing for one in some)
        )

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(line.metric for line in self.lines))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "label": plain_label(self.label),
            "present": self.present,
            "shares": self.shares.tolist(),
            "lines": [
                {
                    "metric": line.metric,
                    "direction": line.direction,
                    "model": plain_label(line.model),
                    "values": [number(value) for value in line.values.tolist()],
                    "present": number(line.present),
                    "robust": line.robust,
                }
                for line in self.lines
            ],
            "crossings": [crossing.to_dict() for crossing in self.crossings],
        }


def _curves(result: WhatIf, metrics: Iterable[str] | str | None) -> list[MetricCurve]:
    """Return the curves asked for; if none are, all of a single model as far as they are few, else the first."""
    if metrics is None:
        few = len(result.models) == 1 and len(result.curves) <= MOST_LINES
        return list(result.curves if few else result.curves[:1])
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    if not names:
        raise ValueError(f"there is no metric to draw; there are {', '.join(c.metric.name for c in result.curves)}.")
    return [result[name] for name in names]


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
            "label": plain_label(self.label),
            "now": self.now,
            "weights": self.weights.tolist(),
            "models": [
                {"model": plain_label(model), "values": [number(value) for value in self.values[:, k].tolist()]}
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


BEYOND_TURN = 1e-9
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
    beyond = completed(start, [position], np.array([at + BEYOND_TURN * at * (1 - at)]))
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
        if slices := cm.slice_axes:
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


# Where the best model changes on a line: the flips of pairs at which no other model is ahead of either.


BESIDE_FLIP = 1e-8
"""How far from a flip, as a part of its odds, one looks who is ahead there: flips are known to 1e-10."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """The best model below a place is `below`, and above it `above`; `value` is what both have there."""

    at: float
    value: float
    below: Hashable
    above: Hashable

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "at": self.at,
            "value": number(self.value),
            "below": plain_label(self.below),
            "above": plain_label(self.above),
        }


def crossings(
    pairs: Iterable[PairOrder], places: Floats, values: Floats, models: Sequence[Hashable]
) -> tuple[Crossing, ...]:
    """Return the flips of pairs at which no other model is ahead of either: where the best model changes.

    `values`, (places, models), are those of the curve, from which the value at a crossing is read. Who is ahead at a
    flip, between two places of the curve, the flips of the other pairs tell.
    """
    by_pair = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    changes: list[Crossing] = []
    for flip in sorted((flip for pair in by_pair.values() for flip in pair.flips), key=lambda flip: flip.share):
        others = [model for model in models if model not in (flip.below, flip.above)]
        best = not any(
            _ahead(by_pair[frozenset((other, model))], other, flip, outside)
            for other in others
            for model, outside in (
                (flip.below, _moved(flip.low, -BESIDE_FLIP)),
                (flip.above, _moved(flip.high, BESIDE_FLIP)),
            )
        )
        # Of models that are the same, one change is told.
        if best and not (changes and flip.share <= _moved(changes[-1].at, BESIDE_FLIP)):
            value = np.interp(flip.share, places, values[:, models.index(flip.below)])
            changes.append(Crossing(flip.share, float(value), flip.below, flip.above))
    return tuple(changes)


def _moved(share: float, part: float) -> float:
    return share + part * share * (1 - share)


def _ahead(pair: PairOrder, model: Hashable, flip: Flip, outside: float) -> bool:
    """Return whether a model leads its pair at a place beside a flip, or between the ends of it."""
    inside = _moved(flip.low, BESIDE_FLIP), _moved(flip.high, -BESIDE_FLIP)
    return any(
        low < outside < high or max(low, inside[0]) < min(high, inside[1]) for low, high in _stretches(pair, model)
    )


def _stretches(pair: PairOrder, model: Hashable) -> list[tuple[float, float]]:
    """Return the shares between which a model is ahead in its pair, but for ties."""
    if not pair.flips:
        return [(-math.inf, math.inf)] if pair.leader == model else []
    ends = [-math.inf, *(end for flip in pair.flips for end in (flip.low, flip.high)), math.inf]
    leaders = [pair.flips[0].below, *(flip.above for flip in pair.flips)]
    return [(low, high) for low, high, leader in zip(ends[::2], ends[1::2], leaders, strict=True) if leader == model]
