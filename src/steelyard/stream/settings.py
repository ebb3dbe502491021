"""What a counter is told when it is made."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, NamedTuple

from steelyard.counts.labels import Label
from steelyard.counts.read.classes import check_word, declared_labels


class Settings(NamedTuple):
    """The parameters of `Counter`, checked."""

    labels: tuple[Label, ...] | None
    window: int | None
    fading: float | None
    missing: str

    def memory(self) -> str:
        """Say what the counter remembers."""
        if self.window is not None:
            return f"window={self.window}"
        return "all items" if self.fading is None else f"fading={self.fading}"


def checked_settings(labels: Iterable[Any] | None, window: Any, fading: Any, missing: Any) -> Settings:
    """Return the parameters as plain values, or refuse them."""
    check_word(missing)
    if window is not None and fading is not None:
        raise ValueError("a counter has a window or fading, not both; use two counters.")
    return Settings(
        labels=None if labels is None else declared_labels(labels),
        window=None if window is None else _size(window),
        fading=None if fading is None else _factor(fading),
        missing=missing,
    )


def _size(window: Any) -> int:
    if isinstance(window, bool) or not isinstance(window, Integral) or window < 1:
        raise ValueError(f"window must be a whole number of items, at least 1, not {window!r}.")
    return int(window)


def _factor(fading: Any) -> float:
    factor = float(fading) if isinstance(fading, Real) else math.nan
    if not 0 < factor < 1:
        raise ValueError(f"fading must be a factor between 0 and 1, such as 0.999, not {fading!r}.")
    return factor
