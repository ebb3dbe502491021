"""Where the best of several models changes along a curve."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.lead import difference
from steelyard.record import Metric
from steelyard.score import number, plain
from steelyard.what_ifs.result import PairOrder

Floats = np.ndarray[Any, np.dtype[np.float64]]


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
    pairs: Iterable[PairOrder], places: Floats, values: Floats, models: Sequence[Hashable], metric: Metric
) -> tuple[Crossing, ...]:
    """Return the flips of pairs at which both are the best of all: where the best model changes.

    `values`, (places, models), are those of the curve, from which the value at a crossing is read.
    """
    leads = metric.sign * values
    known = np.where(np.isnan(leads), -np.inf, leads)
    best = difference(known, known.max(axis=1, keepdims=True), metric) == 0
    found = []
    for flip in (flip for pair in pairs for flip in pair.flips):
        below, above = models.index(flip.below), models.index(flip.above)
        left = int(np.searchsorted(places, flip.low)) - 1
        right = int(np.searchsorted(places, flip.high, side="right"))
        if best[left, below] and best[right, above]:
            value = np.interp(flip.share, places[[left, right]], values[[left, right], below])
            found.append(Crossing(flip.share, float(value), flip.below, flip.above))
    return tuple(sorted(found, key=lambda crossing: crossing.at))
