"""Weights of items: whole numbers stay whole, anything that is not a finite number of at least 0 is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells.whole import LIMIT
from steelyard.counts.read.columns.chunks import chunks
from steelyard.counts.read.columns.containers import as_array

if TYPE_CHECKING:
    from numpy.typing import NDArray


WEIGHTS, COUNTS = "weights", "counts"


def checked_weights(weights: Any, size: int, what: str = WEIGHTS) -> NDArray[Any]:
    """Return one weight per item as an array of numbers, not copied if it was one."""
    found = _numbers(weights, what)
    if found.ndim == 2 and found.shape[1] == 1:
        found = found[:, 0]
    if found.ndim != 1:
        raise ValueError(f"{what} must be one number per item, but have the shape {found.shape}.")
    if len(found) != size:
        raise ValueError(f"there are {len(found)} {what} for {size} items.")
    low, high = found.min(), found.max()
    if not (low >= 0 and np.isfinite(high)):  # NaN is the lowest and the highest, if there is one
        at = int(np.argmin(found) if not low >= 0 else np.argmax(found))
        one = what.removesuffix("s")
        raise ValueError(f"{what} must be finite and at least 0, but the {one} of item {at} is {found[at]}.")
    if found.dtype.kind != "f" and int(high) * size >= LIMIT and _total(found) >= LIMIT:
        raise too_large(what, high)
    return found


def checked_counts(counts: Any, size: int) -> NDArray[Any]:
    """Return one number of items per row as whole numbers."""
    found = checked_weights(counts, size, COUNTS)
    if found.dtype.kind != "f":
        return found
    fractions = found[found != np.floor(found)]
    if len(fractions):
        raise ValueError(
            f"counts must be whole numbers of items, but there is {fractions[0]:g}; weights of items are weights=."
        )
    if found.sum(dtype=np.float64) >= LIMIT:
        raise too_large(COUNTS, found.max())
    return found.astype(np.int64)


def too_large(what: str, largest: Any) -> ValueError:
    """Return the error for whole numbers whose sum is no 64-bit number."""
    return ValueError(f"whole {what} must sum to less than 2⁶³, but there are some as large as {largest}.")


def _numbers(weights: Any, what: str) -> NDArray[Any]:
    try:
        found = as_array(weights, what)
        if found is None:
            found = np.asarray(list(weights))
        if found.dtype == object:
            found = found.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be one number per item, without missing ones.") from None
    except OverflowError:
        raise ValueError(
            f"{what} must be finite and at least 0, but one is a whole number beyond all floats."
        ) from None
    if isinstance(found, np.ma.MaskedArray):
        found = np.ma.filled(found.astype(np.float64), np.nan)
    if found.dtype.kind not in "biuf":
        raise ValueError(f"{what} must be numbers, not {found.dtype.name}.")
    return found


def _total(found: NDArray[Any]) -> int:
    return sum(sum(found[start:stop].tolist()) for start, stop in chunks(len(found)))
