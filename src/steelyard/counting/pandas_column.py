"""Columns of pandas: NumPy-backed, categorical, nullable and Arrow-backed Series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counting.array_column import array_column
from steelyard.counting.arrow_column import arrow_column
from steelyard.counting.categories import Categories
from steelyard.counting.objects import Objects
from steelyard.counting.whole import SAMPLE, WholeNumbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counting.column import Column


def pandas_column(series: Any, what: str) -> Column:
    """Return a pandas Series as a column. Items are matched by position: the index is not looked at."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return array_column(series.to_numpy(), what)
    if hasattr(dtype, "categories"):
        return Categories(series.cat.codes.to_numpy(), series.cat.categories.tolist(), what)
    if dtype.kind in "biu":
        return _nullable_integers(series)
    if dtype.kind == "f":
        return array_column(series.to_numpy(dtype=np.float64, na_value=np.nan), what)
    if getattr(dtype, "storage", "") == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
        return arrow_column(series.array.__arrow_array__(), what)
    return Objects(len(series), lambda start, stop: series.iloc[start:stop].tolist(), what)


def _nullable_integers(series: Any) -> Column:
    dtype = np.dtype(np.uint64 if series.dtype.kind == "u" else np.int64)

    def numbers(items: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        missing = items.isna().to_numpy(dtype=np.bool_)
        found = items.to_numpy(dtype=dtype, na_value=0)
        return (found.copy(), missing) if missing.any() else (found, None)

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        return numbers(series.iloc[start:stop])

    sample, missing = numbers(series.iloc[:: max(1, len(series) // SAMPLE)])
    label = bool if series.dtype.kind == "b" else int
    return WholeNumbers(len(series), read, sample if missing is None else sample[~missing], label)
