"""What people give, checked: refused in one sentence that says what would be accepted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from steelyard.extending import nearest


def whole_number(number: Any, name: str, least: int = 0) -> int:
    """Return a whole number of at least so much; refuse any other value by its name.

    Examples
    --------
    >>> whole_number(2.5, "folds", 2)
    Traceback (most recent call last):
    ValueError: folds must be a whole number of at least 2, not 2.5.
    """
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {number!r}.")
    return int(number)


def existing_file(path: str | Path) -> Path:
    """Return the path of a file; refuse a folder, and name the nearest file if there is none."""
    file = Path(path)
    if file.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; name a file.")
    if not file.is_file():
        beside = [entry.name for entry in file.parent.iterdir()] if file.parent.is_dir() else []
        raise ValueError(f"there is no file {str(path)!r}.{nearest(file.name, beside)}")
    return file
