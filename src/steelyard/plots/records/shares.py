"""Metrics over the share of one class, and where the best of several models changes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.counts.answer import number, plain
from steelyard.counts.labels import Label
from steelyard.shares.what_ifs.result import Flip, MetricCurve, PairOrder, WhatIf
from steelyard.type_names import Floats

BESIDE = 1e-8
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
        return {"at": self.at, "value": number(self.value), "below": plain(self.below), "above": plain(self.above)}


def crossings(
    pairs: Iterable[PairOrder], places: Floats, values: Floats, models: Sequence[Hashable]
) -> tuple[Crossing, ...]:
    """Return the flips of pairs at which no other model is ahead of either: where the best model changes.

    `values`, (places, models), are those of the curve, from which the value at a crossing is read. Who is ahead at a
    flip, between two places of the curve, the flips of the other pairs tell.
    """
    orders = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    changes: list[Crossing] = []
    for flip in sorted((flip for pair in orders.values() for flip in pair.flips), key=lambda flip: flip.share):
        others = [model for model in models if model not in (flip.below, flip.above)]
        best = not any(
            _ahead(orders[frozenset((other, model))], other, flip, outside)
            for other in others
            for model, outside in ((flip.below, _moved(flip.low, -BESIDE)), (flip.above, _moved(flip.high, BESIDE)))
        )
        # Of models that are the same, one change is told.
        if best and not (changes and flip.share <= _moved(changes[-1].at, BESIDE)):
            value = np.interp(flip.share, places, values[:, models.index(flip.below)])
            changes.append(Crossing(flip.share, float(value), flip.below, flip.above))
    return tuple(changes)


def _moved(share: float, part: float) -> float:
    return share + part * share * (1 - share)


def _ahead(pair: PairOrder, model: Hashable, flip: Flip, outside: float) -> bool:
    """Return whether a model leads its pair at a place beside a flip, or between the ends of it."""
    inside = _moved(flip.low, BESIDE), _moved(flip.high, -BESIDE)
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


# Metrics over the share of one class, and where the best model changes.


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
        turns = (crossings(c.pairs, result.shares, c.values, c.models) for c in curves)
        return cls(
            result.label, result.shares, result.present, tuple(lines), tuple(one for some in turns for one in some)
        )

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(line.metric for line in self.lines))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "label": plain(self.label),
            "present": self.present,
            "shares": self.shares.tolist(),
            "lines": [
                {
                    "metric": line.metric,
                    "direction": line.direction,
                    "model": plain(line.model),
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
