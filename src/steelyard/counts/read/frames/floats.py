"""Null, NaN and infinity in the columns of floats of any engine.

By arithmetic, not by the engines' own tests: DuckDB 2.0 answers isnan(x), and x < 10, from the statistics of a Parquet
file, which know nothing of NaN; pandas 3 makes nulls of NaN in the results of Arrow columns, but not in the columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narwhals import Expr

INFINITY = float("inf")


def is_finite(column: Expr) -> Expr:
    """Whether a float is there, a number and finite."""
    return ((column - column) == 0).fill_null(False)


def is_missing(column: Expr) -> Expr:
    """Whether a float is null or NaN."""
    return ~(is_finite(column) | (column.abs() == INFINITY).fill_null(False))
