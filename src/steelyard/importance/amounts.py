"""Numbers by class, as the user gives them: checked, and copied so that later changes to the original change nothing."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np

from steelyard.labels import Label, text

Amounts = dict[Label, float] | tuple[float, ...]
"""By label, or in the order of the classes."""


def amounts(values: Any, what: str, *, above_zero: bool = False) -> Amounts:
    """Return a checked copy of a mapping or a sequence of numbers.

    A pandas Series counts as a mapping: its index names the classes, whatever their order, as `value_counts()` does.
    """
    bound = "above 0" if above_zero else "of at least 0"
    if hasattr(values, "keys"):
        by_label = {label: values[label] for label in values.keys()}  # noqa: SIM118 - iterating a Series gives values
        copied: Amounts = {label: _number(value) for label, value in by_label.items()}
        named = [(f"class {label!r}", by_label[label], value) for label, value in copied.items()]
    elif isinstance(values, Iterable) and not isinstance(values, str | bytes | set | frozenset):
        listed = list(values)
        copied = tuple(_number(value) for value in listed)
        named = [(f"class number {i + 1}", listed[i], value) for i, value in enumerate(copied)]
    else:
        raise ValueError(f"{what} is given by class in a mapping, or as a sequence, not as {reprlib.repr(values)}.")
    if not copied:
        raise ValueError(f"{what} must be given for at least one class, but none is named.")
    for name, given, value in named:
        if not (value > 0 or (value == 0 and not above_zero)):  # also true for NaN
            shown = " ".join(reprlib.repr(given).split())
            raise ValueError(f"{what} must be a finite number {bound}, but {name} has {shown}.")
    return copied


def meaning(values: Amounts) -> Hashable:
    """Return what two sets of numbers must share to be equal: the order of names does not matter."""
    if isinstance(values, tuple):
        return values
    return frozenset((text(label), value) for label, value in values.items())


def _number(value: Any) -> float:
    """Return a finite float, NaN for anything else: texts, yes/no values and arrays are no numbers."""
    if isinstance(value, str | bytes | bool | np.bool_) or getattr(value, "shape", ()) != ():
        return math.nan
    try:
        number = float(value) + 0.0  # −0 becomes 0
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return number if math.isfinite(number) else math.nan
