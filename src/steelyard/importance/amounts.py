"""Numbers by class, as the user gives them: checked, and copied, so that the original may change later."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.counts.labels import MISSING, Label, text

Amounts = Mapping[Any, float] | Sequence[float]
"""By label, or in the order of the classes."""


def amounts(values: Any, what: str, *, above_zero: bool = False) -> Amounts:
    """Return a checked copy of a mapping or a sequence of numbers.

    A pandas Series counts as a mapping: its index names the classes, whatever their order, as `value_counts()` does.
    """
    if hasattr(values, "keys"):
        given = {label: values[label] for label in values.keys()}  # noqa: SIM118 - iterating a Series gives values
    elif isinstance(values, Iterable) and not isinstance(values, str | bytes | set | frozenset):
        given = dict(enumerate(values))
    else:
        raise ValueError(f"{what} is given by class in a mapping, or as a sequence, not as {reprlib.repr(values)}.")
    if not given:
        raise ValueError(f"{what} must be given for at least one class, but none is named.")
    numbers = {}
    for label, value in given.items():
        numbers[label] = number = _number(value)
        if not (number > 0 or (number == 0 and not above_zero)):  # also true for NaN
            bound = "above 0" if above_zero else "of at least 0"
            name = f"class {label!r}" if hasattr(values, "keys") else f"class number {label + 1}"
            shown = " ".join(reprlib.repr(value).split())
            raise ValueError(f"{what} must be a finite number {bound}, but {name} has {shown}.")
    return numbers if hasattr(values, "keys") else tuple(numbers.values())


def names_missing(values: Amounts | None, labels: Sequence[Label]) -> bool:
    """Whether the numbers are also about a missing answer: by its name, or because there are as many as labels."""
    if values is None or MISSING not in labels:
        return False
    return MISSING in values if isinstance(values, Mapping) else len(values) == len(labels)


def meaning(values: Amounts) -> Hashable:
    """Return what two sets of numbers must share to be equal: the order of names does not matter."""
    if isinstance(values, Mapping):
        return frozenset((text(label), value) for label, value in values.items())
    return tuple(values)


def _number(value: Any) -> float:
    """Return a finite float, NaN for anything else: texts, yes/no values and arrays are no numbers."""
    if isinstance(value, str | bytes | bool | np.bool_) or getattr(value, "shape", ()) != ():
        return math.nan
    try:
        number = float(value) + 0.0  # −0 becomes 0
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return number if math.isfinite(number) else math.nan
