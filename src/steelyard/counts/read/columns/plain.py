"""Turn one value of a column into a label: a plain Python value, or the knowledge that it is missing."""

from __future__ import annotations

from numbers import Integral, Number
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from steelyard.counts.labels import Label


def is_missing(value: Any) -> bool:
    """Tell None, NaN, NaT and pandas' NA from labels."""
    if value is None or type(value).__name__ == "NAType":
        return True
    try:
        return bool(value != value)  # noqa: PLR0124 - only NaN and NaT differ from themselves
    except Exception:  # noqa: BLE001 - whatever cannot be compared is not one of those
        return False


def plain(value: Any, what: str, *, fractions: bool = False) -> Label:
    """Return the label without its NumPy, pandas or tensor type; whole floats become ints.

    Other fractions are refused, unless they are welcome, as they are among the keys of slices.
    """
    if isinstance(value, np.datetime64 | np.timedelta64):
        return _moment(value, what)
    if hasattr(value, "item") and hasattr(value, "dtype"):
        try:
            value = value.item()
        except (ValueError, RuntimeError):
            raise several_values(value, what) from None
    if hasattr(value, "to_pydatetime") or hasattr(value, "to_pytimedelta"):
        return _timestamp(value, what)
    if isinstance(value, Number) and not isinstance(value, Integral):
        return _whole(value, what, fractions=fractions)
    return value


def several_values(value: Any, what: str) -> ValueError:
    """Return the error for an item that is a list or an array."""
    return ValueError(
        f"the {what} must be one label per item, but there is {_short(value)}; if these are probabilities or scores, "
        "take the argmax first; if it is one label of several parts, make it a tuple."
    )


def fraction(value: Any, what: str) -> ValueError:
    """Return the error for a number that is no label."""
    return ValueError(
        f"the {what} contain {value}, which looks like a probability or a score rather than a label; "
        "take the argmax or apply a threshold first, or convert the numbers to texts if they do name classes."
    )


def too_fine(value: Any, what: str) -> ValueError:
    """Return the error for a time that Python's would cut off."""
    return ValueError(f"the {what} contain {value}, which is finer than microseconds; convert such times to texts.")


def whole_numbers(values: np.ndarray[Any, Any], what: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any] | None]:
    """Return floats as int64, and where they are NaN (None if nowhere); refuse fractions and infinities."""
    with np.errstate(invalid="ignore"):
        whole = values.astype(np.int64)
    size = np.abs(values)
    same = whole == values
    # From 2⁶³ on the cast is undefined, and on some machines equal to what was cast.
    if float(size.max(initial=0)) < 2.0**63 and same.all():
        return whole, None
    missing = np.isnan(values)
    wrong = ~missing & ~(same & (size.astype(np.float64) < 2.0**63))
    if wrong.any():
        raise fraction(values[wrong][0], what)
    return whole, missing


def moments(values: np.ndarray[Any, Any], what: str) -> np.ndarray[Any, Any]:
    """Return dates, times and durations in a unit that Python has, which is microseconds at the finest."""
    unit = np.datetime_data(values.dtype)[0]
    if unit not in {"ns", "ps", "fs", "as"}:
        return values
    coarse = values.astype(f"{values.dtype.kind}8[us]")
    lost = (coarse != values) & ~np.isnat(values)
    if lost.any():
        raise too_fine(values[lost][0], what)
    return coarse


def _moment(value: np.datetime64 | np.timedelta64, what: str) -> Label:
    return moments(np.array([value]), what).tolist()[0]


def _timestamp(value: Any, what: str) -> Label:
    """Return a Timestamp of pandas as a datetime, with its time zone, or a Timedelta as a timedelta."""
    if getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0):
        raise too_fine(value, what)
    return value.to_pydatetime() if hasattr(value, "to_pydatetime") else value.to_pytimedelta()


def _whole(value: Any, what: str, *, fractions: bool) -> Label:
    try:
        whole = int(value)
    except (TypeError, ValueError, OverflowError):  # complex numbers, infinities
        whole = None
    if whole is not None and whole == value:
        return whole
    if not fractions:
        raise fraction(value, what)
    return value


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
