"""A value and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from steelyard.counts.answer import number
from steelyard.measuring.notes import NO_NOTES, Notes

if TYPE_CHECKING:
    from steelyard.intervals import Interval


@dataclass(frozen=True, slots=True)
class Point:
    """A value and the ends of its interval, NaN where there is none; and why that may not be trusted."""

    value: float
    low: float = math.nan
    high: float = math.nan
    doubt: Notes = NO_NOTES

    @classmethod
    def of(cls, value: float, interval: Interval | None) -> Self:
        """Return a value with its interval, if that is known."""
        if interval is None or not interval.known:
            return cls(float(value))
        doubt = interval.note if interval.doubted else NO_NOTES
        return cls(float(value), float(interval.low), float(interval.high), doubt)

    @property
    def defined(self) -> bool:
        return math.isfinite(self.value)

    @property
    def sure(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "value": number(self.value),
            "low": number(self.low),
            "high": number(self.high),
            "doubt": str(self.doubt),
        }
