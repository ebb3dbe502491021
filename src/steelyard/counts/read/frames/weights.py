"""Weights and other floats in data frames of any engine: null, NaN and infinity, and sums that would hide them.

By arithmetic, not by the engines' own tests: DuckDB 2.0 answers isnan(x), and x < 10, from the statistics of a Parquet
file, which know nothing of NaN; pandas 3 makes nulls of NaN in the results of Arrow columns, but not in the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.cells import LIMIT
from steelyard.counts.read.amounts import Counts, GroupAmounts, GroupWeights, no_squares
from steelyard.counts.read.chosen_columns import WEIGHT
from steelyard.counts.read.frames.columns import IN_MEMORY, PANDAS, OpenFrame, asking
from steelyard.counts.read.label import is_missing

if TYPE_CHECKING:
    from narwhals import Expr
    from numpy.typing import NDArray


INFINITY = float("inf")


def is_finite(column: Expr) -> Expr:
    """Whether a float is there, a number and finite."""
    return ((column - column) == 0).fill_null(False)


def is_no_number(column: Expr) -> Expr:
    """Whether a float is null or NaN."""
    return ~(is_finite(column) | (column.abs() == INFINITY).fill_null(False))


# Weights: as an engine sums them, and refused where a sum would hide what is wrong.


SIZE, SQUARES, ABOVE = "size", "squares", "above"
TOTAL, BAD, WORST = "total", "bad", "worst"


def check_type(columns: OpenFrame) -> None:
    """Refuse a column of weights that holds no numbers; one of Python's objects may."""
    import narwhals as nw  # noqa: PLC0415 - loaded where used

    kind = columns.types[WEIGHT]
    objects = kind == nw.Object and columns.engine == PANDAS
    if columns.are_counts and not (kind.is_integer() or kind == nw.Boolean or columns.engine in IN_MEMORY):
        raise no_whole_numbers(columns.names[WEIGHT], kind)
    if not (kind.is_numeric() or kind == nw.Boolean or objects):
        raise no_numbers(columns.names[WEIGHT], kind)


def no_whole_numbers(name: Any, kind: Any) -> ValueError:
    """Return the error for a column of counts that holds other numbers, whose sums may look whole all the same."""
    return ValueError(
        f"column {name!r} must hold whole numbers to be the counts, not {kind}; a column of weights is weight=."
    )


def no_numbers(name: Any, kind: Any, what: str = "weights") -> ValueError:
    """Return the error for a column of weights, or of scores, that holds no numbers."""
    return ValueError(f"column {name!r} must hold numbers to be the {what}, not {kind}.")


def weight_columns(columns: OpenFrame) -> list[Expr]:
    """Return the weights as they can be summed, and which of them are bad: an engine would sum a null as 0."""
    import narwhals as nw  # noqa: PLC0415

    kind, column = columns.types[WEIGHT], nw.col(WEIGHT)
    if kind.is_float():  # halves too, which PyArrow cannot compare
        number = column.cast(nw.Float64)
        bad = ~is_finite(number)
    else:
        number = column if kind in {nw.Int128, nw.UInt64} or kind.is_decimal() else column.cast(nw.Int64)
        bad = column.is_null()
    if kind not in {nw.Boolean, nw.UInt64}:  # PyArrow compares whole numbers as signed ones
        bad = bad | (number < 0).fill_null(False)
    return [number, nw.when(bad).then(1).otherwise(0).alias(BAD), nw.when(bad).then(number).alias(WORST)]


def weight_totals(columns: OpenFrame) -> list[Expr]:
    """Return weights as floats: their squares, whether they are above 0, and themselves.

    Themselves, because many engines wrap around where a sum of whole numbers leaves its type.
    """
    import narwhals as nw  # noqa: PLC0415

    number = nw.col(WEIGHT).cast(nw.Float64)
    totals = [number.alias(TOTAL)] if _have_totals(columns) else []
    return [(number * number).alias(SQUARES), nw.when(number > 0).then(1).otherwise(0).alias(ABOVE), *totals]


def weight_sums(columns: OpenFrame) -> list[Expr]:
    """Return what to compute of a group's weights."""
    import narwhals as nw  # noqa: PLC0415

    totals = [TOTAL] if _have_totals(columns) else []
    summed = [nw.col(name).sum() for name in (SQUARES, ABOVE, BAD, *totals)]
    return [nw.col(WEIGHT).sum().alias(SIZE), nw.col(WORST).min(), *summed]


def _have_totals(columns: OpenFrame) -> bool:
    kind = columns.types[WEIGHT]
    return not (kind.is_float() or kind.is_decimal())


def weighed(sums: Mapping[str, list[Any]], rows: NDArray[np.int64], columns: OpenFrame) -> GroupAmounts:
    """Return what groups count, from the sums of their weights; refuse what a sum would hide."""
    name = columns.names[WEIGHT]
    bad = sum(sums[BAD])
    if bad:
        raise bad_weights(name, bad, next((worst for worst in sums[WORST] if not is_missing(worst)), None))
    if sum(sums.get(TOTAL, [])) >= LIMIT:
        raise too_large(name)
    sizes, above = exact(sums[SIZE], name), np.array(sums[ABOVE], dtype=np.int64)
    if columns.are_counts:
        return Counts(sizes)
    return GroupWeights(sizes, checked_squares(np.array(sums[SQUARES], dtype=np.float64), name), above, rows)


def checked_squares(squares: NDArray[np.float64], name: Any) -> NDArray[np.float64]:
    """Return sums of squared weights; refuse those beyond all floats."""
    if not np.isfinite(squares).all():
        raise no_squares(f"the weights in column {name!r}")
    return squares


def bad_weights(name: Any, number: int, example: Any) -> ValueError:
    """Return the error for weights that are no weights."""
    plain = example.item() if hasattr(example, "item") else example
    shown = "a missing one" if is_missing(plain) else repr(plain)
    if number == 1:
        return ValueError(f"column {name!r} has a weight that is no finite number of at least 0, {shown}.")
    return ValueError(
        f"column {name!r} has {number:,} weights that are no finite numbers of at least 0, such as {shown}."
    )


def too_large(name: Any) -> ValueError:
    """Return the error for weights whose sum is no 64-bit number."""
    return ValueError(f"the whole weights in column {name!r} must sum to less than 2⁶³.")


def exact(values: Iterable[Any], name: Any) -> NDArray[Any]:
    """Return numbers of any type as int64 if all are whole, else as float64."""
    listed = list(values)
    if any(value is None for value in listed):  # Spark before 4 has null for a sum of decimals that does not fit
        raise too_large(name)
    if all(isinstance(value, Integral) or (isinstance(value, Decimal) and value == int(value)) for value in listed):
        whole = [int(value) for value in listed]
        if max(whole, default=0) >= LIMIT:
            raise too_large(name)
        return np.array(whole, dtype=np.int64)
    return np.array([float(value) for value in listed], dtype=np.float64)


def weights_in_memory(columns: OpenFrame) -> NDArray[Any]:
    """Return the weights of a frame whose columns lie in memory, one per row."""
    import narwhals as nw  # noqa: PLC0415

    name, kind = columns.names[WEIGHT], columns.types[WEIGHT]
    if kind == nw.Object or kind.is_decimal():
        values = columns.frame.get_column(WEIGHT).to_list()
        bad = [value for value in values if not _is_weight(value)]
        if bad:
            raise bad_weights(name, len(bad), bad[0])
        return exact(values, name)
    with asking(columns.engine):
        weights = columns.frame.select(*weight_columns(columns))
        bad = weights.get_column(BAD).sum()
        if not bad:
            return weights.get_column(WEIGHT).to_numpy()
        worst = weights.get_column(WORST).min()
    raise bad_weights(name, bad, worst)


def _is_weight(value: Any) -> bool:
    return isinstance(value, Real | Decimal) and 0 <= float(value) < INFINITY
