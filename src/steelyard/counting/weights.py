"""Weights of items: whole numbers stay whole, anything that is not a finite number of at least 0 is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counting.columns.chunks import chunks
from steelyard.counting.columns.containers import as_array

if TYPE_CHECKING:
    from numpy.typing import NDArray


def checked_weights(weights: Any, size: int) -> NDArray[Any]:
    """Return one weight per item as an array of numbers, not copied if it was one."""
    found = _numbers(weights)
    if found.ndim == 2 and found.shape[1] == 1:
        found = found[:, 0]
    if found.ndim != 1:
        raise ValueError(f"weights must be one number per item, but have the shape {found.shape}.")
    if len(found) != size:
        raise ValueError(f"there are {len(found)} weights for {size} items.")
    low, high = found.min(), found.max()
    if not (low >= 0 and np.isfinite(high)):  # NaN is the lowest and the highest, if there is one
        at = int(np.argmin(found) if not low >= 0 else np.argmax(found))
        raise ValueError(f"weights must be finite and at least 0, but the weight of item {at} is {found[at]}.")
    if found.dtype.kind != "f" and int(high) * size >= 2**63 and _total(found) >= 2**63:
        raise ValueError(f"whole weights must sum to less than 2⁶³, but there are some as large as {high}.")
    return found


def _numbers(weights: Any) -> NDArray[Any]:
    try:
        found = as_array(weights, "weights")
        if found is None:
            found = np.asarray(list(weights))
        if found.dtype == object:
            found = found.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError("weights must be one number per item, without missing ones.") from None
    except OverflowError:
        raise ValueError(
            "weights must be finite and at least 0, but one is a whole number beyond all floats."
        ) from None
    if isinstance(found, np.ma.MaskedArray):
        found = np.ma.filled(found.astype(np.float64), np.nan)
    if found.dtype.kind not in "biuf":
        raise ValueError(f"weights must be numbers, not {found.dtype.name}.")
    return found


def _total(found: NDArray[Any]) -> int:
    return sum(sum(found[start:stop].tolist()) for start, stop in chunks(len(found)))
