"""Columns of pandas: NumPy-backed, categorical, nullable and Arrow-backed Series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.read.columns.array_column import array_column
from steelyard.counts.read.columns.arrow_column import arrow_column
from steelyard.counts.read.columns.categories import Categories
from steelyard.counts.read.columns.whole import SAMPLE, WholeNumbers, truth_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.read.columns.column import Column


def pandas_column(series: Any, what: str, *, fractions: bool = False) -> Column:
    """Return a pandas Series as a column. Items are matched by position: the index is not looked at."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return array_column(series.to_numpy(), what, fractions=fractions)
    if hasattr(dtype, "categories"):
        return _categories(series, what, fractions=fractions)
    if dtype.kind in "biu":
        return _nullable_integers(series)
    if dtype.kind == "f":
        return array_column(series.to_numpy(dtype=np.float64, na_value=np.nan), what, fractions=fractions)
    if getattr(dtype, "storage", "") == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
        return arrow_column(series.array.__arrow_array__(), what, fractions=fractions)
    positions, categories = series.factorize()  # times of a zone, periods, intervals: each distinct one looked at once
    return _coded(positions, categories, what, fractions=fractions)


def _categories(series: Any, what: str, *, fractions: bool) -> Column:
    positions, categories = series.cat.codes.to_numpy(), series.cat.categories
    order = categories.tolist() if series.cat.ordered else None
    return _coded(positions, categories, what, fractions=fractions, order=order)


def _coded(
    positions: NDArray[Any], categories: Any, what: str, *, fractions: bool, order: list[Any] | None = None
) -> Column:
    return Categories(
        len(positions),
        lambda start, stop: positions[start:stop],
        lambda places: categories.take(places).tolist(),
        what,
        fractions=fractions,
        order=order,
    )


def _nullable_integers(series: Any) -> Column:
    dtype = np.dtype(np.uint64 if series.dtype.kind == "u" else np.int64)
    filler = False if series.dtype.kind == "b" else 0  # Arrow fills gaps only with values of the column's type

    def numbers(items: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        missing = items.isna().to_numpy(dtype=np.bool_)
        found = items.to_numpy(dtype=dtype, na_value=filler)
        return (found.copy(), missing) if missing.any() else (found, None)

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        return numbers(series.iloc[start:stop])

    sample, missing = numbers(series.iloc[:: max(1, len(series) // SAMPLE)])
    labels = truth_values if series.dtype.kind == "b" else list
    return WholeNumbers(len(series), read, sample if missing is None else sample[~missing], labels)
