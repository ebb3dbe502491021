"""Numbers that a saved counter states: taken over as they are, or refused, since anyone may have written the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def whole(value: Any, least: int | None = 0) -> int:
    """Return a whole number of at least so much.

    Examples
    --------
    >>> from steelyard.stream.saved_numbers import whole
    >>> whole(7)
    7
    """
    if type(value) is not int or (least is not None and value < least):
        raise ValueError(f"{value!r} should be a whole number{'' if least is None else f' of at least {least}'}")
    return value


def wholes(values: Iterable[Any], least: int | None = 0) -> list[int]:
    """Return whole numbers."""
    return [whole(value, least) for value in values]


def weights(values: Iterable[Any]) -> list[float]:
    """Return numbers of at least 0; infinity is what the largest ones add up to."""
    listed = list(values)
    for value in listed:
        if type(value) not in {int, float} or not value >= 0:
            raise ValueError(f"{value!r} should be a number of at least 0")
    return listed
