"""What `distortions` returns: for each metric, how far it would move, with which class, which factor, which classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Answer, Pictured, Row, number, plain_label
from steelyard.counts.labels import Label, text
from steelyard.importance import Importance
from steelyard.measuring.lead import difference
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import result_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Shift(Answer):
    """A metric in one other situation.

    Attributes
    ----------
    label, factor, share
        The class that has so many times as many items, and its share then; None if classes were added.
    added
        How many classes were added; 0 if a share moved.
    value, change
        The metric's value there, and how far that is from the present one: 0 if it differs by rounding alone. NaN
        where a value is undefined.
    """

    label: Label
    factor: float | None
    share: float | None
    added: int
    value: float
    change: float

    @property
    def words(self) -> str:
        """The situation, in words."""
        return self._shown_as("sentence")

    @property
    def short(self) -> str:
        """The situation, as a table or a figure has room for."""
        return f"+{self.added}" if self.factor is None else f"{text(self.label)} {times(self.factor)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "class": None if self.factor is None else plain_label(self.label),
            "factor": self.factor,
            "share": self.share,
            "added": self.added,
            "value": number(self.value),
            "change": number(self.change),
        }


def times(factor: float) -> str:
    """Write a factor: ×10, or /10 for a tenth."""
    return f"×{factor:g}" if factor > 1 else f"/{1 / factor:g}"


@dataclass(frozen=True, slots=True)
class MetricDistortion(Answer):
    """One metric: its present value, and how it would move.

    Attributes
    ----------
    metric, present
        The metric, and its value for the counts as they are; NaN if undefined.
    scale, bounded
        The width of its range; where that is not bounded, its present value.
    shares
        One `Shift` per class and factor.
    classes
        One `Shift` per number of added classes.
    note
        Why something is not known; empty if all is.
    """

    metric: Metric
    present: float
    scale: float
    bounded: bool
    shares: tuple[Shift, ...]
    classes: tuple[Shift, ...]
    note: Notes = NO_NOTES

    @property
    def fall(self) -> Shift | None:
        """The other share at which the value is lowest; None if it falls nowhere."""
        return self._first([shift for shift in self.shares if shift.change < 0], -1)

    @property
    def rise(self) -> Shift | None:
        """The other share at which the value is highest; None if it rises nowhere."""
        return self._first([shift for shift in self.shares if shift.change > 0], 1)

    def _first(self, shifts: Sequence[Shift], sign: int) -> Shift | None:
        """Return the first of those that go furthest: of two classes, ten times the one is a tenth of the other."""
        if not shifts:
            return None
        values = np.array([shift.value for shift in shifts])
        furthest = values[np.argmax(sign * values)]
        return shifts[int(np.argmax(difference(values, np.full(len(values), furthest), self.metric) == 0))]

    @property
    def robust_to_shares(self) -> bool:
        """Whether, on these counts, it moves with no class's share beyond rounding; on others it still may."""
        return _still(self.shares)

    @property
    def robust_to_classes(self) -> bool:
        """Whether these counts show it move with no number of added classes, beyond rounding."""
        return _still(self.classes)

    @property
    def part(self) -> float:
        """The largest move of all, as a part of the metric's range (or its value: `scale`); NaN if nothing is known."""
        known = [abs(shift.change) for shift in (*self.shares, *self.classes) if not math.isnan(shift.change)]
        return max(known) / self.scale if known else math.nan

    @property
    def sentence(self) -> str:
        """How it would move, in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "metric": self.metric.name,
            "present": number(self.present),
            "part_of_range": number(self.part),
            "robust_to_shares": self.robust_to_shares,
            "robust_to_classes": self.robust_to_classes,
            "fall": None if self.fall is None else self.fall.to_dict(),
            "rise": None if self.rise is None else self.rise.to_dict(),
            "shares": [shift.to_dict() for shift in self.shares],
            "classes": [shift.to_dict() for shift in self.classes],
            "note": str(self.note),
            "sentence": self.sentence,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each situation."""
        now = {"metric": self.metric.name, "present": number(self.present)}
        return [{**now, **shift.to_dict()} for shift in (*self.shares, *self.classes)]


def _still(shifts: Sequence[Shift]) -> bool:
    return bool(shifts) and all(shift.change == 0 for shift in shifts)


@dataclass(frozen=True, eq=False, repr=False)
class Distortions(Pictured):
    """How metrics would move with other class shares and with more classes; what `distortions` returns.

    Attributes
    ----------
    labels, shares
        The classes and their present shares.
    moved
        The classes that were grown and shrunk: all that have items, or those asked for.
    factors, added
        How many times as many items, and how many classes more.
    importance, weights
        How much each class matters, and the weights of now; what depends on class sizes is taken anew at other shares.
        An added class has the mean weight.
    metrics
        One `MetricDistortion` per metric, the most distorted first (by `part`, its part of the range).
    """

    labels: tuple[Label, ...]
    shares: NDArray[np.float64]
    moved: tuple[Label, ...]
    factors: tuple[float, ...]
    added: tuple[int, ...]
    importance: Importance
    weights: NDArray[np.float64]
    undefined: str
    metrics: tuple[MetricDistortion, ...]

    def __getitem__(self, name: str) -> MetricDistortion:
        """Return what was found for a metric."""
        return result_of(name, self.metrics, "measured")

    @property
    def robust_to_shares(self) -> tuple[str, ...]:
        """The metrics that move with no class's share, on these counts."""
        return tuple(distortion.metric.name for distortion in self.metrics if distortion.robust_to_shares)

    @property
    def robust_to_classes(self) -> tuple[str, ...]:
        """The metrics that do not move if classes are added, on these counts."""
        return tuple(distortion.metric.name for distortion in self.metrics if distortion.robust_to_classes)

    @property
    def sentences(self) -> tuple[str, ...]:
        """One sentence per metric, the most distorted first."""
        return tuple(distortion.sentence for distortion in self.metrics)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "importance": str(self.importance),
            "weights": {plain_label(label): float(w) for label, w in zip(self.labels, self.weights, strict=True)},
            "shares": {plain_label(label): float(share) for label, share in zip(self.labels, self.shares, strict=True)},
            "undefined": self.undefined,
            "factors": list(self.factors),
            "added": list(self.added),
            "robust_to_shares": list(self.robust_to_shares),
            "robust_to_classes": list(self.robust_to_classes),
            "metrics": [distortion.to_dict() for distortion in self.metrics],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per metric and situation."""
        return [row for distortion in self.metrics for row in distortion.to_rows()]
