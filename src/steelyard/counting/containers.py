"""Recognise what people pass as a column: lists, arrays, Series, Arrow, tensors; without importing their libraries."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counting.array_column import array_column
from steelyard.counting.arrow_column import arrow_column
from steelyard.counting.objects import Objects
from steelyard.counting.pandas_column import pandas_column
from steelyard.counting.polars_column import polars_column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counting.column import Column


def as_column(values: Any, what: str) -> Column:
    """Return what was passed as a column; `what` names it in messages."""
    if isinstance(values, list | tuple | range):
        return Objects(len(values), lambda start, stop: values[start:stop], what)
    if _is_a(values, "pandas", "Index", "Categorical", "api.extensions.ExtensionArray"):
        values = sys.modules["pandas"].Series(values)
    if _is_a(values, "pandas", "Series"):
        return pandas_column(values, what)
    if _is_a(values, "polars", "Series"):
        return polars_column(values, what)
    if _is_a(values, "pyarrow", "Array", "ChunkedArray"):
        return arrow_column(values, what)
    array = as_array(values)
    if array is not None:
        return array_column(array, what)
    if isinstance(values, str | bytes | Mapping | AbstractSet) or not isinstance(values, Iterable):
        shown = repr(values) if len(repr(values)) <= 60 else type(values).__name__
        raise ValueError(f"the {what} must be a list, an array or a Series with one label per item, not {shown}.")
    listed = list(values)
    return Objects(len(listed), lambda start, stop: listed[start:stop], what)


def as_array(values: Any) -> NDArray[Any] | None:
    """Return an array, a tensor or whatever offers one as NumPy array; None for anything else."""
    if isinstance(values, np.ndarray):
        return values
    if all(hasattr(values, name) for name in ("detach", "cpu", "numpy")):  # a torch tensor, perhaps on a GPU
        return np.asarray(values.detach().cpu().numpy())
    if hasattr(values, "to_numpy"):
        return np.asarray(values.to_numpy())
    if hasattr(values, "__array__"):
        return np.asarray(values)
    return np.from_dlpack(values) if hasattr(values, "__dlpack__") else None


def _is_a(value: Any, library: str, *names: str) -> bool:
    """Test for types of a library that is imported only if the user has imported it."""
    if library not in sys.modules:
        return False
    for name in names:
        found: Any = sys.modules[library]
        for part in name.split("."):
            found = getattr(found, part, None)
        if isinstance(found, type) and isinstance(value, found):
            return True
    return False
