"""A range in which a class's weight lies, as the user gives it: a number, or its two ends."""

from __future__ import annotations

import reprlib
from typing import Any

from steelyard.counts.labels import Label
from steelyard.importance.amounts import amounts
from steelyard.importance.writing import number

Range = tuple[float, float]
"""The least and the greatest weight; the same twice for a plain number."""

ANY: Range = (0.0, 1.0)


def checked_range(label: Label, given: Any) -> Range:
    """Return the ends of a range: a number, or (low, high), of which an end that is None is open."""
    if isinstance(given, tuple | list):
        if len(given) != 2:
            raise ValueError(f"a range has two ends, (low, high), but class {label!r} has {reprlib.repr(given)}.")
        ends = tuple(default if end is None else end for end, default in zip(given, ANY, strict=True))
    else:
        ends = given, given
    low, high = (_weight(label, end) for end in ends)
    if low > high:
        raise ValueError(
            f"the range of class {label!r} goes from {number(low)} down to {number(high)}; write the lower end first."
        )
    return low, high


def _weight(label: Label, value: Any) -> float:
    found = amounts({label: value}, "a weight")[label]  # type: ignore[call-overload]  # a mapping gives a mapping
    if found > 1:
        raise ValueError(
            f"a weight beside an order or a range is a share of 1 and lies between 0 and 1, but class {label!r} has "
            f"{number(found)}."
        )
    return float(found)


def written_range(ends: Range) -> str:
    """Write a range in the grammar: "0.2..0.4", "0.2..", "..0.4", or a plain number."""
    low, high = ends
    if low == high:
        return number(low)
    if ends == ANY:
        return "0..1"
    return f"{number(low) if low > 0 else ''}..{number(high) if high < 1 else ''}"
