"""One metric of two models: how far apart they are, how sure that is, and which of them is better."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.comparison.correlated_t import CorrelatedT
from steelyard.comparison.signed_rank import SignedRank
from steelyard.intervals.interval import NORMAL, Draws, Interval
from steelyard.labels import Label
from steelyard.record import Metric
from steelyard.score import plain

Floats = np.ndarray[Any, np.dtype[np.float64]]

SEEN = 10
"""Draws on the other side of 0 that a p-value by counting needs; with fewer, the normal tail continues it."""


@dataclass(frozen=True)
class Difference:
    """One metric of two models.

    Attributes
    ----------
    metric, a, b
        The metric, and the names of the models.
    value
        The value of a less that of b.
    interval
        Around the value; its note says why it may not be trusted.
    a_better, b_better, equivalent
        The probability that a is better than b by more than the rope, b than a, and neither; without a rope, a draw
        counts half for each.
    p_value, p_pairs, p_adjusted, test
        How surprising so large a difference would be if there were none; the same, corrected by Holm over the pairs of
        this metric, and over all pairs and metrics; and how it was found.
    folds, folds_adjusted
        What the folds or data sets say, and its p-value corrected by Holm; None if there are none.
    """

    metric: Metric
    a: Label
    b: Label
    value: float
    interval: Interval
    a_better: float
    b_better: float
    equivalent: float
    p_value: float
    test: str
    p_pairs: float = math.nan
    p_adjusted: float = math.nan
    folds: CorrelatedT | SignedRank | None = None
    folds_adjusted: float = math.nan

    @property
    def better(self) -> Label | None:
        """The model with the better value; None if they are equal or one is undefined."""
        lead = sign_of(self.metric) * self.value
        return self.a if lead > 0 else self.b if lead < 0 else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        record = {
            "metric": self.metric.name,
            "a": plain(self.a),
            "b": plain(self.b),
            "difference": _number(self.value),
            "low": _number(self.interval.low),
            "high": _number(self.interval.high),
            "better": None if self.better is None else plain(self.better),
            "a_better": _number(self.a_better),
            "b_better": _number(self.b_better),
            "equivalent": _number(self.equivalent),
            "p_value": _number(self.p_value),
            "p_pairs": _number(self.p_pairs),
            "p_adjusted": _number(self.p_adjusted),
            "test": self.test,
            "undefined_draws": self.interval.undefined,
            "note": self.interval.note,
        }
        if self.folds is not None:
            record |= {"folds": self.folds.to_dict(), "folds_p_adjusted": _number(self.folds_adjusted)}
        return record


def sign_of(metric: Metric) -> int:
    """Return 1 if larger values are better, −1 if smaller ones are."""
    return 1 if metric.direction == "higher" else -1


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def chances(draws: Draws, sign: int, rope: float) -> tuple[float, float, float]:
    """Return the probabilities that a is better, that b is, and that the difference lies within the rope."""
    if not len(draws.values):
        return math.nan, math.nan, math.nan
    if rope == 0:
        below = draws.share_below(0.0)
        a, b = (1 - below, below) if sign > 0 else (below, 1 - below)
        return a, b, 0.0
    above = float((draws.values > rope).mean())
    below = float((draws.values < -rope).mean())
    a, b = (above, below) if sign > 0 else (below, above)
    return a, b, max(0.0, 1 - above - below)


def p_value(draws: Draws) -> float:
    """Return how surprising the estimate would be if the truth were 0: the least 1 − level whose interval leaves 0 out.

    The interval is that of `Draws.ends("bootstrap")`, of which `draws` are the corrected draws.
    """
    count = len(draws.values)
    if not count:
        return math.nan
    beyond = min(draws.share_below(0.0), 1 - draws.share_below(0.0)) * count
    if draws.spread == 0:
        return 1.0 if draws.values[0] == 0 else 1 / (count + 1)
    if beyond < SEEN:
        middle = float(draws.values.mean())
        return 2 * NORMAL.cdf(-abs(middle) / draws.spread)
    z = NORMAL.inv_cdf((draws.share_below(0.0) * count + 0.5) / (count + 1))
    level = NORMAL.cdf(z / (1 + draws.acceleration * z)) if 1 + draws.acceleration * z > 0 else float(z > 0)
    return min(1.0, 2 * min(level, 1 - level))
