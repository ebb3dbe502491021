"""One metric of all models that are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.answer import Answer, Row, number, plain
from steelyard.counts.labels import Label
from steelyard.intervals.interval import Interval
from steelyard.measuring.lead import difference
from steelyard.measuring.measure import Measured
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False)
class Scored(Answer):
    """One metric of all models.

    Attributes
    ----------
    measured
        The values.
    intervals
        One for each model.
    ranks
        The probability that each model (a row) takes each rank (a column), over the draws; NaN of an undefined value.
    models
        Their names.
    groups
        Sets of models, by position, the best first, of which no two are told apart; undefined values are in none.
    """

    measured: Measured
    intervals: tuple[Interval, ...]
    ranks: Floats
    groups: tuple[tuple[int, ...], ...]
    models: tuple[Label, ...]

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

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        return {"metric": self.metric.name, "models": self.to_rows()}

    def to_rows(self) -> list[Row]:
        """Return a row of plain values for each model; what is undefined is None."""
        return [
            {
                "model": plain(self.models[k]),
                "metric": self.metric.name,
                "value": number(self.values[k]),
                "low": number(interval.low),
                "high": number(interval.high),
                "undefined_draws": interval.undefined,
                "note": str(interval.note),
                "ranks": [number(share) for share in self.ranks[k]],
                "groups": [g for g, members in enumerate(self.groups) if k in members],
            }
            for k, interval in enumerate(self.intervals)
        ]
