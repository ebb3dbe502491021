"""Whether whole numbers, and all sums of them, fit into 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

LIMIT = 2**63


def fit(parts: Iterable[NDArray[Any]]) -> bool:
    """Return whether these are whole numbers of at least 0 whose sum is a 64-bit number."""
    listed = list(parts)
    if any(part.dtype.kind == "f" for part in listed):
        return False
    roughly = sum(float(part.sum(dtype=np.float64)) for part in listed)
    if not LIMIT / 2 < roughly < LIMIT * 2:  # a float is not exact enough to tell near the limit
        return roughly < LIMIT
    return sum(int(number) for part in listed for number in part[part > 0].tolist()) < LIMIT


def sixty_four_bits(values: NDArray[Any]) -> NDArray[Any]:
    """Return int64, or float64 where even the sum of all would not fit."""
    return values.astype(np.int64 if fit([values]) else np.float64, copy=False)
