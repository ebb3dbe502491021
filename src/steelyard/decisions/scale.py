"""The scale of gains: decisions do not depend on it, people read them better at one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from steelyard.measuring.view import Floats


def scaled(gains: Floats) -> Floats:
    """Return gains of which the largest, of a matrix the largest magnitude, is 1; no −0 in them."""
    largest = np.abs(gains).max()
    return gains / largest + 0.0 if largest > 0 else np.zeros_like(gains)
