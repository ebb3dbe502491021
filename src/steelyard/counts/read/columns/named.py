"""Several columns at once: mappings and tables whose columns have names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def names_of(values: Any) -> list[Any] | None:
    """Return the names of the columns of a mapping or a table (`values[name]` is the column); None for one column."""
    if isinstance(values, Mapping):
        return list(values)
    if hasattr(values, "column_names"):  # a PyArrow table, whose .columns are the arrays
        return list(values.column_names)
    return list(values.columns) if hasattr(values, "columns") else None
