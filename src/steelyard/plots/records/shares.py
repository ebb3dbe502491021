"""Metrics over the share of one class, and where the best model changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from steelyard.counts.answer import number, plain
from steelyard.counts.labels import Label
from steelyard.plots.records.crossing import Crossing, crossings
from steelyard.shares.what_ifs.result import MetricCurve, WhatIf
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
    def of(cls, found: WhatIf, metrics: Iterable[str] | str | None = None) -> Self:
        """Look at a what-if; see `sy.plots.shares`."""
        if not isinstance(found, WhatIf):
            raise ValueError(f"curves over class shares are those of sy.shares.what_if, not of {type(found).__name__}.")
        curves = _curves(found, metrics)
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
        turns = (crossings(c.pairs, found.shares, c.values, c.models) for c in curves)
        return cls(found.label, found.shares, found.present, tuple(lines), tuple(one for some in turns for one in some))

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


def _curves(found: WhatIf, metrics: Iterable[str] | str | None) -> list[MetricCurve]:
    """Return the curves asked for; if none are, all of a single model as far as they are few, else the first."""
    if metrics is None:
        few = len(found.models) == 1 and len(found.curves) <= MOST_LINES
        return list(found.curves if few else found.curves[:1])
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    if not names:
        raise ValueError(f"there is no metric to draw; there are {', '.join(c.metric.name for c in found.curves)}.")
    return [found[name] for name in names]
