"""Recognise what people pass as a column: lists, arrays, Series, Arrow, tensors; without importing their libraries."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.read.columns.array_column import array_column
from steelyard.counts.read.columns.column import Objects
from steelyard.counts.read.columns.series import arrow_column, pandas_column, polars_column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.read.columns.column import LabelColumn


def as_column(values: Any, what: str, *, fractions: bool = False) -> LabelColumn:
    """Return what was passed as a column; `what` names it in messages.

    Numbers that are not whole are refused, unless `fractions` are welcome.
    """
    if isinstance(values, list | tuple | range):
        return Objects(len(values), lambda start, stop: values[start:stop], what, fractions=fractions)
    column = _of_a_library(values, what, fractions=fractions)
    if column is not None:
        return column
    array = as_array(values, what)
    if array is not None:
        return array_column(array, what, fractions=fractions)
    arrow = _as_arrow(values)
    if arrow is not None:
        return arrow_column(arrow, what, fractions=fractions)
    if isinstance(values, str | bytes | Mapping | AbstractSet) or not isinstance(values, Iterable):
        shown = repr(values) if len(repr(values)) <= 60 else type(values).__name__
        raise ValueError(f"the {what} must be a list, an array or a Series with one label per item, not {shown}.")
    listed = list(values)
    return Objects(len(listed), lambda start, stop: listed[start:stop], what, fractions=fractions)


def _of_a_library(values: Any, what: str, *, fractions: bool) -> LabelColumn | None:
    if is_a(values, "pandas", "Index", "Categorical", "api.extensions.ExtensionArray"):
        values = sys.modules["pandas"].Series(values)
    if is_a(values, "pandas", "Series"):
        return pandas_column(values, what, fractions=fractions)
    if is_a(values, "polars", "Series"):
        return polars_column(values, what, fractions=fractions)
    if is_a(values, "pyarrow", "Array", "ChunkedArray"):
        return arrow_column(values, what, fractions=fractions)
    return None


def as_array(values: Any, what: str) -> NDArray[Any] | None:
    """Return an array, a tensor or whatever offers one as NumPy array; None for anything else."""
    if isinstance(values, np.ndarray):
        return values
    if all(hasattr(values, name) for name in ("detach", "cpu", "numpy")):  # a torch tensor, perhaps on a GPU
        return _tensor(values.detach().cpu())
    if hasattr(values, "__cuda_array_interface__") and hasattr(values, "get"):  # CuPy copies when told to
        return np.asarray(values.get())
    if hasattr(values, "to_numpy"):
        return np.asarray(values.to_numpy())
    if hasattr(values, "__array__"):
        return _small_floats(np.asarray(values))
    return _from_dlpack(values, what) if hasattr(values, "__dlpack__") else None


def _tensor(tensor: Any) -> NDArray[Any]:
    try:
        return np.asarray(tensor.numpy())
    except TypeError:  # bfloat16 and smaller floats, which NumPy does not have
        return np.asarray(tensor.float().numpy())


def _small_floats(array: NDArray[Any]) -> NDArray[Any]:
    """Return JAX's bfloat16 and smaller floats, which are no floats to NumPy, as float32."""
    return array.astype(np.float32) if array.dtype.kind == "V" and "float" in array.dtype.name else array


def _from_dlpack(values: Any, what: str) -> NDArray[Any]:
    try:
        return np.from_dlpack(values)
    except (BufferError, RuntimeError, TypeError) as error:
        raise ValueError(
            f"the {what} are in a {type(values).__name__} that NumPy cannot read ({error}); copy it to the host first."
        ) from None


def _as_arrow(values: Any) -> Any:
    """Return what offers itself as Arrow data as PyArrow's; None if it does not, or PyArrow is not installed."""
    stream = hasattr(values, "__arrow_c_stream__")
    if not stream and not hasattr(values, "__arrow_c_array__") and not hasattr(values, "__arrow_array__"):
        return None
    try:
        import pyarrow as pa  # noqa: PLC0415 - only where Arrow data are given
    except ImportError:
        return None
    return pa.chunked_array(values) if stream else pa.array(values)


def is_a(value: Any, library: str, *names: str) -> bool:
    """Test for types of a library that is imported only if the user has imported it."""
    if library not in sys.modules:
        return False
    for name in names:
        member: Any = sys.modules[library]
        for part in name.split("."):
            member = getattr(member, part, None)
        if isinstance(member, type) and isinstance(value, member):
            return True
    return False
