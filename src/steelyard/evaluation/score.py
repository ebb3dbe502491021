"""The rows of an evaluation: one metric of one matrix, one class of one matrix."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steelyard.counts.labels import Label, text
from steelyard.evaluation.moves import Move
from steelyard.measuring.record import Metric

if TYPE_CHECKING:
    from steelyard.intervals import Interval

SliceName = tuple[tuple[str, Hashable], ...]
"""A slice by its axes: (("model", "a"), ("month", "2024-01"))."""


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """One metric's value for one matrix.

    Attributes
    ----------
    metric, value
        The metric, and its value; NaN if undefined.
    normalised
        The value on a scale from 0 (worst possible) to 1 (best possible).
    interval, low, high
        The interval around the value, and its ends, computed when first asked for; None if there is none. Its own
        `note` says why it may not be trusted, or which class limits its width.
    undefined
        Classes whose rate is undefined, so that they left the average (or count as 0, if so asked).
    note
        What a reader must know about this number.
    slice
        Which slice of a stack it belongs to, such as {"model": "a"}; empty for a single matrix.
    move
        How it differs from the typical slice, if the stack has slices other than models.
    misleading
        Why the number misleads on these counts, if it does; found when first asked for.
    """

    metric: Metric
    value: float
    normalised: float
    undefined: tuple[Label, ...] = ()
    note: str = ""
    slice: SliceName = ()
    move: Move | None = None
    look: Callable[[], Interval | None] | None = field(default=None, compare=False)
    """What finds the interval."""
    doubt: Callable[[], str] | None = field(default=None, compare=False)
    """What finds out whether it misleads."""

    @property
    def misleading(self) -> str:
        return "" if self.doubt is None else self.doubt()

    @property
    def interval(self) -> Interval | None:
        return None if self.look is None else self.look()

    @property
    def low(self) -> float | None:
        return _end(self.interval, "low")

    @property
    def high(self) -> float | None:
        return _end(self.interval, "high")

    def __repr__(self) -> str:
        where = "".join(f", {name} {text(key)}" for name, key in self.slice)
        return f"<{self.metric.name} {self.value:.4f}{where}{'; ' if self.note else ''}{self.note}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        record = self._record()
        if self.move is not None:
            record |= {
                "typical": number(self.move.typical),
                "due_to_classifier": number(self.move.due_to_classifier),
                "due_to_shares": number(self.move.due_to_shares),
                "explained_by_shares": self.move.explained,
            }
        return record

    def _record(self) -> dict[str, Any]:
        interval = self.interval
        return {
            **{name: plain(key) for name, key in self.slice},
            "metric": self.metric.name,
            "value": number(self.value),
            "normalised": number(self.normalised),
            "low": _end(interval, "low"),
            "high": _end(interval, "high"),
            "undefined": [plain(label) for label in self.undefined],
            "perspective": self.metric.perspective,
            "direction": self.metric.direction,
            "weighting": "importance" if self.metric.weighted else "as counted",
            "note": self.note,
            "interval": None if interval is None else interval.method,
            "undefined_draws": None if interval is None else interval.undefined,
            "interval_note": "" if interval is None else interval.note,
            "misleading": self.misleading or None,
        }

    def _repr_html_(self) -> str:
        from steelyard.show.fields import fields_html  # noqa: PLC0415 - how a result shows itself

        return fields_html(self)


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One class of one matrix: how much it matters, how large it is, how well it is recognised.

    `undefined` names the rates that are undefined; of a class that the model gave up, they show the worst value.
    `intervals`, by rate, are computed when first asked for; None where there is none.
    """

    label: Label
    weight: float
    support: float
    predicted: float
    correct: float
    rates: dict[str, float]
    slice: SliceName = ()
    undefined: tuple[str, ...] = ()
    look: Callable[[], Mapping[str, Interval | None]] | None = field(default=None, compare=False, repr=False)
    """What finds the intervals."""

    @property
    def intervals(self) -> Mapping[str, Interval | None]:
        return dict.fromkeys(self.rates) if self.look is None else self.look()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined rate, and an end of an interval that there is not, is None."""
        intervals = self.intervals
        return {
            **{name: plain(key) for name, key in self.slice},
            "label": plain(self.label),
            "weight": self.weight,
            "support": self.support,
            "predicted": self.predicted,
            "correct": self.correct,
            **{name: number(rate) for name, rate in self.rates.items()},
            "undefined": list(self.undefined),
            **{f"{name}_{end}": _end(interval, end) for name, interval in intervals.items() for end in ("low", "high")},
            "interval_note": "; ".join(
                f"{name}: {interval.note}" for name, interval in intervals.items() if interval and interval.note
            ),
        }

    def _repr_html_(self) -> str:
        from steelyard.show.fields import fields_html  # noqa: PLC0415 - how a result shows itself

        return fields_html(self)


def plain(label: Hashable) -> Any:
    """Return a label or key as JSON holds it."""
    return label if label is None or isinstance(label, str | int | float | bool) else text(label)


def _end(interval: Interval | None, end: str) -> float | None:
    return None if interval is None or not interval.known else getattr(interval, end)


def number(value: float) -> float | None:
    """Return a number as JSON holds it; None if it is undefined or infinite."""
    return float(value) if math.isfinite(value) else None
