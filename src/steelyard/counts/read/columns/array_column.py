"""Columns of NumPy arrays: the type of the array decides how its items are coded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.read.columns.floats import Floats
from steelyard.counts.read.columns.objects import Objects
from steelyard.counts.read.columns.plain import moments, whole_numbers
from steelyard.counts.read.columns.whole import WholeNumbers, array_sample, truth_values
from steelyard.counts.read.columns.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.columns.column import Column


def array_column(array: NDArray[Any], what: str, *, fractions: bool = False) -> Column:
    """Return a NumPy array as a column."""
    array = _flat(array, what)
    if isinstance(array, np.ma.MaskedArray):
        return Objects(len(array), lambda start, stop: array[start:stop].tolist(), what, fractions=fractions)
    match array.dtype.kind:
        case "b" | "i" | "u":
            return _integers(array)
        case "f":
            return Floats(array) if fractions else _floats(array, what)
        case "U" | "S" if array.dtype.itemsize:
            return Words(array)
        case "M" | "m":
            return _moments(array, what)
    return Objects(len(array), lambda start, stop: array[start:stop].tolist(), what, fractions=fractions)


def _flat(array: NDArray[Any], what: str) -> NDArray[Any]:
    if array.ndim == 1:
        return array
    if array.ndim == 2 and array.shape[1] == 1:
        return np.asanyarray(array)[:, 0] if not isinstance(array, np.matrix) else np.asarray(array)[:, 0]
    if array.ndim == 0:
        raise ValueError(f"the {what} must be a list or an array with one label per item, not the single {array}.")
    raise ValueError(
        f"the {what} must be one label per item, but have the shape {array.shape}; "
        "if these are probabilities, scores or indicators of the classes, take the argmax over axis 1 first."
    )


def _integers(array: NDArray[Any]) -> Column:
    dtype = np.dtype(np.uint64 if array.dtype.kind == "u" and array.dtype.itemsize == 8 else np.int64)

    def read(start: int, stop: int) -> tuple[NDArray[Any], None]:
        return array[start:stop].astype(dtype, copy=False), None

    if array.dtype.kind == "b":
        return WholeNumbers(len(array), read, np.arange(2), truth_values)
    return WholeNumbers(len(array), read, array_sample(array))


def _floats(array: NDArray[Any], what: str) -> Column:
    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        return whole_numbers(array[start:stop], what)

    sample = array_sample(array)
    numbers, missing = whole_numbers(sample, what)
    return WholeNumbers(len(array), read, numbers if missing is None else numbers[~missing])


def _moments(array: NDArray[Any], what: str) -> Column:
    """Return dates, times and durations, which are numbers of a unit."""

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        items = array[start:stop]
        missing = np.isnat(items)
        return items.astype(np.int64), missing if missing.any() else None

    def labels(numbers: list[int]) -> list[Label]:
        return moments(np.array(numbers, dtype=np.int64).astype(array.dtype), what).tolist()

    sample = array_sample(array)
    return WholeNumbers(len(array), read, sample[~np.isnat(sample)].astype(np.int64), labels)
