"""What a what-if returns: curves of metrics, and where the order of two models turns; and how such turns are found."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Answer, Pictured, Row, number, plain_label
from steelyard.counts.labels import Label
from steelyard.importance import Importance
from steelyard.measuring.lead import lead
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import result_of
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
        ahead = {"below": plain_label(self.below), "above": plain_label(self.above)}
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
            "first": plain_label(self.first),
            "second": plain_label(self.second),
            "ahead": plain_label(self.ahead),
            "leader": plain_label(self.leader),
            "flips": [flip.to_dict() for flip in self.flips],
            "ties": [list(stretch) for stretch in self.ties],
            "undefined": [plain_label(model) for model in self.undefined],
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
            "present": {plain_label(model): number(x) for model, x in zip(self.models, self.present, strict=True)},
            "values": {
                plain_label(model): [number(x) for x in self.values[:, k].tolist()]
                for k, model in enumerate(self.models)
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
        return result_of(name, self.curves, "measured")

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
            "label": plain_label(self.label),
            "present": self.present,
            "importance": str(self.importance),
            "weights": {plain_label(label): float(w) for label, w in zip(self.labels, self.weights, strict=True)},
            "undefined": self.undefined,
            "shares": self.shares.tolist(),
            "metrics": [curve.to_dict() for curve in self.curves],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per metric, model and share."""
        return [
            {
                "metric": curve.metric.name,
                "model": plain_label(model),
                "share": share,
                "value": number(value),
                "present": share == self.present,
            }
            for curve in self.curves
            for k, model in enumerate(self.models)
            for share, value in zip(self.shares.tolist(), curve.values[:, k].tolist(), strict=True)
        ]


# Where the order of two models turns: seen on a grid of shares, then found by bisection.


Values = Callable[[Sequence[Metric], Floats], Floats]
"""Values of shape (metrics, shares, models)."""

PRECISE = 1e-10
"""Bisection ends when log odds are known to this: a share to this part of itself."""


@dataclass(slots=True)
class _Edge:
    """An end of the stretch over which two models are tied: on one side of it a certain sign holds, beyond it not."""

    metric: int
    pair: tuple[int, int]
    sign: float
    held: float
    """Log odds at which the sign holds."""
    beyond: float

    @property
    def share(self) -> float:
        return float(1 / (1 + np.exp(-(self.held + self.beyond) / 2)))


def orders(
    metrics: Sequence[Metric],
    values: Floats,
    shares: Floats,
    present: float,
    models: Sequence[Hashable],
    label: Label,
    measure: Values,
    robust: Sequence[bool],
) -> list[tuple[PairOrder, ...]]:
    """Return, for each metric, how every pair of models stands over the shares.

    `measure` gives values in between; `robust` says which metrics do not move, so that what holds here always holds.
    """
    odds = np.log(shares) - np.log1p(-shares)
    pairs = list(itertools.combinations(range(len(models)), 2))
    leads = {
        (m, pair): lead(values[m][:, pair[0]], values[m][:, pair[1]], metric)
        for m, metric in enumerate(metrics)
        for pair in pairs
    }
    crossings = {(m, pair): _crossings(m, pair, signs, odds) for (m, pair), signs in leads.items()}
    _bisect([edge for of_pair in crossings.values() for edges in of_pair for edge in edges], metrics, measure)
    at = int(np.flatnonzero(shares == present)[0])

    def order(m: int, pair: tuple[int, int]) -> PairOrder:
        names = {1.0: models[pair[0]], -1.0: models[pair[1]]}
        signs = leads[m, pair]
        return PairOrder(
            label=label,
            first=names[1.0],
            second=names[-1.0],
            ahead=names.get(float(signs[at])),
            leader=None if crossings[m, pair] else names.get(_only(signs)),
            flips=tuple(
                Flip(left.share, right.share, names[left.sign], names[right.sign]) for left, right in crossings[m, pair]
            ),
            ties=_ties(signs, shares),
            undefined=tuple(models[k] for k in pair if np.isnan(values[m][:, k]).any()),
            between=None if robust[m] else (float(shares[0]), float(shares[-1])),
        )

    return [tuple(order(m, pair) for pair in pairs) for m in range(len(metrics))]


def _only(signs: Floats) -> float:
    """Return the sign that occurs, of one that never turns; 0 if all are ties or undefined."""
    clear = signs[np.abs(signs) == 1]
    return float(clear[0]) if clear.size else 0.0


def _crossings(m: int, pair: tuple[int, int], signs: Floats, odds: Floats) -> list[tuple[_Edge, _Edge]]:
    """Return the two edges of each tie between grid points at which different models are ahead."""
    clear = np.flatnonzero(np.abs(signs) == 1)
    return [
        (
            _Edge(m, pair, float(signs[i]), float(odds[i]), float(odds[j])),
            _Edge(m, pair, float(signs[j]), float(odds[j]), float(odds[i])),
        )
        for i, j in itertools.pairwise(clear.tolist())
        if signs[i] != signs[j]
    ]


def _bisect(edges: Sequence[_Edge], metrics: Sequence[Metric], measure: Values) -> None:
    """Close in on all edges at once: each step is one measurement of the metrics that tip."""
    if not edges:
        return
    tipping = sorted({edge.metric for edge in edges})
    place = {m: row for row, m in enumerate(tipping)}
    while any(abs(edge.held - edge.beyond) > PRECISE for edge in edges):
        middle = np.array([(edge.held + edge.beyond) / 2 for edge in edges])
        values = measure([metrics[m] for m in tipping], 1 / (1 + np.exp(-middle)))
        for at, edge in enumerate(edges):
            first, second = (values[place[edge.metric], at, k] for k in edge.pair)
            if lead(first, second, metrics[edge.metric]) == edge.sign:
                edge.held = float(middle[at])
            else:
                edge.beyond = float(middle[at])


def _ties(signs: Floats, shares: Floats) -> tuple[tuple[float, float], ...]:
    """Return the stretches of grid points at which the models are tied and between which the order does not turn."""
    stretches, at = [], 0
    for tied, run in itertools.groupby(signs == 0):
        stop = at + len(list(run))
        turns = at > 0 and stop < len(signs) and signs[at - 1] == -signs[stop]
        if tied and not turns:
            stretches.append((float(shares[at]), float(shares[stop - 1])))
        at = stop
    return tuple(stretches)
