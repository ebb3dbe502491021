"""Long lists of numbers as short JSON: one number that most of them are, and where the others stand.

Packed numbers are a plain list, or {"n": how many, "fill": what all are but those at some positions, "at": each of
these as its distance from the one before (the first from −1), "values": what stands there}. What is not finite is a
text, as in programs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.measuring.measure import EXACT
from steelyard.measuring.program.program import plain

Packed = list[Any] | dict[str, Any]

BESIDE = 8
"""Numbers that take as much room as the names of the four parts."""


def packed(values: Any) -> Packed:
    """Return numbers of any shape, row by row, in the shorter of the two ways.

    Examples
    --------
    >>> packed([0, 0, 0, 7, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0])
    {'n': 15, 'fill': 0, 'at': [4, 5], 'values': [7, 2]}
    >>> packed([1.5, float("nan"), 3.0])
    [1.5, 'NaN', 3]
    """
    flat = np.ascontiguousarray(values).reshape(-1)
    if not len(flat):
        return []
    # As bits, because −0 equals 0 and NaN not even itself.
    bits = flat.view(np.int64) if flat.dtype == np.float64 else flat
    _, firsts, counts = np.unique(bits, return_index=True, return_counts=True)
    commonest = firsts[np.argmax(counts)]
    others = np.flatnonzero(bits != bits[commonest])
    if 2 * len(others) + BESIDE >= len(flat):
        return _written(flat)
    (fill,), gaps = _written(flat[[commonest]]), np.diff(others, prepend=-1)
    return {"n": len(flat), "fill": fill, "at": gaps.tolist(), "values": _written(flat[others])}


def unpacked(record: Sequence[Any] | Mapping[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return packed numbers as an array.

    Examples
    --------
    >>> unpacked({"n": 4, "fill": 1, "at": [2], "values": ["Infinity"]})
    array([ 1., inf,  1.,  1.])
    """
    if not isinstance(record, Mapping):
        return np.array([float(value) for value in record])
    found = np.full(record["n"], float(record["fill"]))
    found[np.cumsum(record["at"], dtype=np.intp) - 1] = [float(value) for value in record["values"]]
    return found


def _written(values: np.ndarray[Any, Any]) -> list[Any]:
    """Return numbers as JSON holds them shortest: 3 rather than 3.0, and truth as 1 and 0."""
    if values.dtype.kind != "f":
        return values.astype(np.int64).tolist()
    return [_number(value) for value in values.tolist()]


def _number(value: float) -> Any:
    # Whole numbers without a point; a browser reads the same number.
    if value.is_integer() and abs(value) < EXACT and (value or math.copysign(1, value) > 0):
        return int(value)
    return plain(np.asarray(value))
