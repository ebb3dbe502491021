"""Whole numbers that people give: how often, how many, which seed."""

from __future__ import annotations

from typing import Any

import numpy as np


def whole_number(number: Any, name: str, least: int = 0) -> int:
    """Return a whole number of at least so much; refuse any other value by its name."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {number!r}.")
    return int(number)
