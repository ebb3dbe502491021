"""How many classes a picture shows, as the user says it."""

from __future__ import annotations

from typing import Any

import numpy as np


def checked_most(most: Any) -> int:
    """Refuse what is no number of classes."""
    if isinstance(most, bool) or not isinstance(most, int | np.integer) or most < 1:
        raise ValueError(f"most must be a whole number of at least 1, not {most!r}.")
    return int(most)
