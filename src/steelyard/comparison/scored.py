"""One metric of all models that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.evaluation.score import number
from steelyard.intervals.interval import Interval
from steelyard.measuring.lead import difference
from steelyard.measuring.measure import Measured
from steelyard.measuring.record import Metric

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class Scored:
    """One metric of all models.

    Attributes
    ----------
    measured
        The values.
    intervals
        One for each model.
    ranks
        The probability that each model (a row) takes each rank (a column), over the draws; NaN of an undefined value.
    groups
        Sets of models, by position, the best first, of which no two are told apart; undefined values are in none.
    """

    measured: Measured
    intervals: tuple[Interval, ...]
    ranks: Floats
    groups: tuple[tuple[int, ...], ...]

    @property
    def metric(self) -> Metric:
        return self.measured.metric

    @property
    def values(self) -> Floats:
        return self.measured.value

    @property
    def leads(self) -> Floats:
        """The values, larger being better."""
        return self.metric.sign * self.values

    @property
    def best_first(self) -> list[int]:
        """The models, by position, the best first; those without a value last."""
        return [int(i) for i in np.argsort(-self.leads, kind="stable")]

    def is_best(self, model: int) -> bool:
        """Whether no other model has a better value; several may share the best."""
        known = self.leads[np.isfinite(self.leads)]
        return bool(len(known)) and bool(difference(self.leads[model], known.max(), self.metric) == 0)

    def to_rows(self, names: Sequence[Any]) -> list[dict[str, Any]]:
        """Return a row of plain values for each model; what is undefined is None."""
        return [
            {
                "model": names[k],
                "metric": self.metric.name,
                "value": number(self.values[k]),
                "low": number(interval.low),
                "high": number(interval.high),
                "undefined_draws": interval.undefined,
                "note": interval.note,
                "ranks": [number(share) for share in self.ranks[k]],
                "groups": [g for g, members in enumerate(self.groups) if k in members],
            }
            for k, interval in enumerate(self.intervals)
        ]

    def _repr_html_(self) -> str:
        from steelyard.show.fields import fields_html  # noqa: PLC0415 - how a result shows itself

        return fields_html(self)
