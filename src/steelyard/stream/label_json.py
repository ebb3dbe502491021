"""Labels as JSON values and back: what comes back is of the same type and equal, or is refused before it is stored."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

from steelyard.counts.labels import Label

READERS: dict[str, Callable[[Any], Label]] = {
    "tuple": lambda parts: tuple(map(from_json, parts)),
    "bytes": bytes.fromhex,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "timedelta": lambda parts: timedelta(*parts),
}
"""How a label that JSON has no value for is read, by the name that stands before it."""


def to_json(label: Label) -> Any:
    """Return a label as JSON writes it.

    Examples
    --------
    >>> from datetime import date
    >>> from steelyard.stream.label_json import to_json
    >>> to_json("cat"), to_json(("cat", 7)), to_json(date(2026, 11, 15))
    ('cat', {'tuple': ['cat', 7]}, {'date': '2026-11-15'})
    """
    # Of subclasses, such as enumerations or pandas' Timestamp, only the plain value would come back.
    kind = type(label)
    if label is None or kind in {str, bool, int} or (isinstance(label, float) and math.isfinite(label)):
        return label
    name = kind.__name__
    if isinstance(label, tuple) and kind is tuple:
        return {name: [to_json(part) for part in label]}
    if isinstance(label, bytes) and kind is bytes:
        return {name: label.hex()}
    if isinstance(label, timedelta) and kind is timedelta:
        return {name: [label.days, label.seconds, label.microseconds]}
    if isinstance(label, date | time) and kind in {date, time, datetime} and _comes_back(label):
        return {name: label.isoformat()}
    raise ValueError(
        f"the label {label!r} cannot be stored in a file; texts, whole numbers, truth values, bytes, dates, times and "
        "tuples of them can."
    )


def from_json(value: Any) -> Label:
    """Return the label that `to_json` wrote."""
    if not isinstance(value, dict):
        return value
    ((name, content),) = value.items()
    return READERS[name](content)


def _comes_back(moment: date | time) -> bool:
    """Whether the text says all: of a time zone only the offset does, and Python 3.11 loses one of microseconds."""
    fixed = isinstance(getattr(moment, "tzinfo", None), timezone | None)
    return fixed and type(moment).fromisoformat(moment.isoformat()) == moment
