"""Columns of Polars: numbers without nulls as NumPy arrays, texts and categories by codes, anything else as lists."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from steelyard.counts.read.columns.array_column import array_column
from steelyard.counts.read.columns.categories import MISSING_POSITION, Categories
from steelyard.counts.read.columns.objects import Objects
from steelyard.counts.read.columns.plain import too_fine
from steelyard.counts.read.columns.whole import WholeNumbers, array_sample

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from steelyard.counts.read.columns.column import Column


def polars_column(series: Any, what: str, *, fractions: bool = False) -> Column:
    """Return a Polars Series as a column."""
    polars = sys.modules["polars"]
    dtype = series.dtype
    if (dtype.is_integer() or dtype.is_float()) and not series.null_count():
        return array_column(series.to_numpy(), what, fractions=fractions)
    if isinstance(dtype, polars.Enum):
        return _categories(series, what, order=dtype.categories.to_list())
    if isinstance(dtype, polars.Categorical):
        return _categories(series, what)
    if isinstance(dtype, polars.String):
        return _categories(series.cast(polars.Enum(series.unique().drop_nulls())), what)
    if dtype.is_temporal():
        return _moments(series, what)
    return Objects(
        len(series), lambda start, stop: series.slice(start, stop - start).to_list(), what, fractions=fractions
    )


def _moments(series: Any, what: str) -> Column:
    """Return dates, times and durations, which Polars stores as numbers of a unit."""
    numbers = series.to_physical().cast(int)
    nanoseconds = getattr(series.dtype, "time_unit", "ns" if str(series.dtype) == "Time" else None) == "ns"

    def read(start: int, stop: int) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
        items = numbers.slice(start, stop - start)
        if not items.null_count():
            return items.to_numpy(), None
        return items.fill_null(0).to_numpy().copy(), items.is_null().to_numpy()

    def labels(found: list[int]) -> list[Any]:
        items = sys.modules["polars"].Series(found, dtype=numbers.dtype).cast(series.dtype)
        if nanoseconds:  # which Polars would cut off
            fine = items.filter(items.to_physical() % 1000 != 0)
            if len(fine):
                raise too_fine(fine.dt.to_string("iso")[0], what)
        return items.to_list()

    sample = array_sample(numbers.drop_nulls().to_numpy())
    return WholeNumbers(len(series), read, sample, labels)


def _categories(series: Any, what: str, *, order: list[str] | None = None) -> Column:
    """Return a Series of categories, which Polars has numbered in some way, as a column."""
    numbers = series.to_physical()
    distinct = series.unique().drop_nulls()
    label = dict(zip(distinct.to_physical().to_list(), distinct.to_list(), strict=True))

    def read(start: int, stop: int) -> NDArray[Any]:
        positions = numbers.slice(start, stop - start)
        if positions.null_count():
            positions = positions.cast(int).fill_null(MISSING_POSITION)
        return positions.to_numpy()

    def categories(positions: NDArray[np.intp]) -> list[str]:
        return [label[position] for position in positions.tolist()]

    return Categories(len(series), read, categories, what, order=order)
