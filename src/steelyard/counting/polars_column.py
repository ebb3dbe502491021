"""Columns of Polars: numbers without nulls as NumPy sees them, anything else slice by slice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.counting.array_column import array_column
from steelyard.counting.objects import Objects

if TYPE_CHECKING:
    from steelyard.counting.column import Column


def polars_column(series: Any, what: str) -> Column:
    """Return a Polars Series as a column."""
    dtype = series.dtype
    if (dtype.is_integer() or dtype.is_float()) and not series.null_count():
        return array_column(series.to_numpy(), what)
    return Objects(len(series), lambda start, stop: series.slice(start, stop - start).to_list(), what)
