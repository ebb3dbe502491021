"""Types that many files name: arrays, a range, and callbacks that are told how far the work is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Integers = np.ndarray[Any, np.dtype[np.int64]]
Positions = np.ndarray[Any, np.dtype[np.intp]]

Range = tuple[float, float]
"""The lowest and the highest number that something may be."""

Progress = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""

NamedProgress = Callable[[int, int, str], None]
"""Is told how many of how many are done, and which was last or is next."""
