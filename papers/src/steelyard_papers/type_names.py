"""Types that many files name: arrays, and callbacks that are told how far the work is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Progress = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""

NamedProgress = Callable[[int, int, str], None]
"""Is told how many of how many are done, and which was last or is next."""
