"""What a what-if returns: the curves of the metrics, and for each pair of models where their order tips."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Answer, Pictured, Row, number, plain
from steelyard.counts.labels import Label, not_among
from steelyard.importance import Importance
from steelyard.measuring.positive import called
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Flip(Answer):
    """Where the order of two models turns.

    Attributes
    ----------
    low, high
        The shares between which they are tied: the same number (to 1e-9 of it) where one overtakes the other.
    below, above
        The model that is ahead at smaller shares, and the one ahead at larger ones.
    """

    low: float
    high: float
    below: Hashable
    above: Hashable

    @property
    def share(self) -> float:
        """The share at which the order turns; the middle, if the models are tied over a stretch."""
        return (self.low + self.high) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        ahead = {"below": plain(self.below), "above": plain(self.above)}
        return {"share": self.share, "low": self.low, "high": self.high, **ahead}


@dataclass(frozen=True, slots=True)
class PairOrder(Answer):
    """How two models stand to each other by one metric, over all shares of a class.

    Attributes
    ----------
    first, second
        The models.
    ahead
        The model that is ahead at the present share; None if they are tied or a value is undefined.
    leader
        The model that is ahead at every share (but for ties); None if the order turns or all is tied or undefined.
    flips
        Where the order turns, by share.
    ties
        Stretches of shares, (low, high), at which the models are tied although the order does not turn there.
    undefined
        Models without a value.
    between
        The shares between which was looked; None if what holds at one share holds at all.
    """

    label: Label
    first: Hashable
    second: Hashable
    ahead: Hashable | None
    leader: Hashable | None
    flips: tuple[Flip, ...]
    ties: tuple[tuple[float, float], ...] = ()
    undefined: tuple[Hashable, ...] = ()
    between: tuple[float, float] | None = None

    @property
    def sentence(self) -> str:
        """Who is ahead, and at which shares, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "first": plain(self.first),
            "second": plain(self.second),
            "ahead": plain(self.ahead),
            "leader": plain(self.leader),
            "flips": [flip.to_dict() for flip in self.flips],
            "ties": [list(stretch) for stretch in self.ties],
            "undefined": [plain(model) for model in self.undefined],
            "between": None if self.between is None else list(self.between),
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each share at which the order turns; one alone if it turns nowhere."""
        record = self.to_dict()
        pair = {name: record[name] for name in ("first", "second", "ahead", "leader")}
        return [{**pair, **flip} for flip in record["flips"]] or [pair]


@dataclass(frozen=True, slots=True, eq=False)
class MetricCurve(Answer):
    """One metric over the shares of a class.

    Attributes
    ----------
    values
        Shape (shares, models).
    present
        The values at the present share, one per model.
    robust
        Whether no model's value moves with the share (beyond rounding).
    pairs
        One `PairOrder` per pair of models.
    """

    metric: Metric
    label: Label
    models: tuple[Hashable, ...]
    values: Floats
    present: Floats
    robust: bool
    pairs: tuple[PairOrder, ...]

    @property
    def sentence(self) -> str:
        """What the share of the class does to the metric, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "metric": self.metric.name,
            "direction": self.metric.direction,
            "robust": self.robust,
            "present": {plain(model): number(x) for model, x in zip(self.models, self.present, strict=True)},
            "values": {
                plain(model): [number(x) for x in self.values[:, k].tolist()] for k, model in enumerate(self.models)
            },
            "pairs": [pair.to_dict() for pair in self.pairs],
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each model: the value now, and those at the shares."""
        record = self.to_dict()
        names = ("metric", "direction", "robust")
        return [
            {
                **{name: record[name] for name in names},
                "model": model,
                "present": now,
                "values": record["values"][model],
            }
            for model, now in record["present"].items()
        ]


@dataclass(frozen=True, eq=False, repr=False)
class WhatIf(Pictured):
    """Metrics over the share of one class, the others keeping their proportions; what `sy.shares.what_if` returns.

    Attributes
    ----------
    label
        The class whose share moves.
    shares, present
        The shares of the curves, rising, and the share that the class has in the counts, which is one of them.
    models
        Their names; (None,) for a single matrix.
    importance, weights
        How much each class matters, and the weights at the present share; what depends on class sizes is taken anew at
        every share.
    curves
        One `MetricCurve` per metric.
    """

    label: Label
    labels: tuple[Label, ...]
    shares: Floats
    present: float
    models: tuple[Hashable, ...]
    importance: Importance
    weights: NDArray[np.float64]
    undefined: str
    curves: tuple[MetricCurve, ...]

    def __getitem__(self, name: str) -> MetricCurve:
        """Return the curve of a metric."""
        wanted = called(name, [each.metric for each in self.curves])
        for curve in self.curves:
            if curve.metric.name == wanted:
                return curve
        raise not_among(name, [curve.metric.name for curve in self.curves], "measured")

    @property
    def robust(self) -> tuple[str, ...]:
        """The metrics that do not move with the share of the class."""
        return tuple(curve.metric.name for curve in self.curves if curve.robust)

    @property
    def sentences(self) -> tuple[str, ...]:
        """One sentence per metric."""
        return tuple(curve.sentence for curve in self.curves)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "label": plain(self.label),
            "present": self.present,
            "importance": str(self.importance),
            "weights": {plain(label): float(w) for label, w in zip(self.labels, self.weights, strict=True)},
            "undefined": self.undefined,
            "shares": self.shares.tolist(),
            "metrics": [curve.to_dict() for curve in self.curves],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per metric, model and share."""
        return [
            {
                "metric": curve.metric.name,
                "model": plain(model),
                "share": share,
                "value": number(value),
                "present": share == self.present,
            }
            for curve in self.curves
            for k, model in enumerate(self.models)
            for share, value in zip(self.shares.tolist(), curve.values[:, k].tolist(), strict=True)
        ]
