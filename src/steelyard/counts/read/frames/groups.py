"""The group-by of a data frame, run by its engine in one pass: equal items become one group, and only groups travel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from importlib.util import find_spec
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.read.amounts import Counts, GroupAmounts, all_groups
from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.containers import as_column
from steelyard.counts.read.count import Items
from steelyard.counts.read.frames.columns import DUCKDB, IN_MEMORY, PANDAS, POLARS, OpenFrame, asking, opened
from steelyard.counts.read.frames.weights import (
    check_type,
    is_finite,
    is_no_number,
    no_numbers,
    weighed,
    weight_columns,
    weight_sums,
    weight_totals,
    weights_in_memory,
)
from steelyard.counts.read.label import fraction, is_missing, without_label

if TYPE_CHECKING:
    from narwhals import Expr, LazyFrame
    from numpy.typing import NDArray


PREDICTION, MODEL = "prediction", "model"
LOST, ROWS = "lost", "rows"
FRACTION = "fraction_of_"
WHOLE_FROM = 2.0**53
"""Floats from here on have no digits behind the point."""


class FrameGroups(NamedTuple):
    """Groups of equal items.

    Attributes
    ----------
    keys
        What the items of a group have in common, a column each.
    rows
        How many rows a group has.
    lost
        How many of them lack the truth or a prediction, be it another model's.
    amounts
        What they count: items or weights.
    """

    keys: dict[str, Any]
    rows: NDArray[np.int64]
    lost: NDArray[np.int64]
    amounts: GroupAmounts


def joint_groups(columns: OpenFrame, labels: Sequence[str], by: Sequence[str], *, drop: bool) -> FrameGroups:
    """Group by the truth and all predictions together.

    `labels` are the columns of the truth and of the predictions. With `drop`, items that lack one of them have no
    truth either, so that they are left out whichever prediction is looked at.
    """
    return _grouped(_prepared(columns, labels, by, drop=drop), columns, [*labels, *by])


def pair_groups(columns: OpenFrame, labels: Sequence[str], by: Sequence[str], *, drop: bool) -> FrameGroups:
    """Group by the truth and one prediction at a time, under the key "prediction"; "model" is the number of its column.

    The predictions are put below each other inside the engine, so that one pass counts all of them. Columns of
    different types would be cast to text for that: they take a pass for each type.
    """
    import narwhals as nw  # noqa: PLC0415 - loaded where used

    truth, *predictions = labels
    prepared = _prepared(columns, labels, by, drop=drop)
    batches: dict[Any, list[str]] = {}
    for name in predictions:
        batches.setdefault(columns.types[name], []).append(name)
    parts = []
    for batch in batches.values():
        with asking(columns.engine):
            if len(batch) == 1:
                long = prepared.with_columns(nw.col(batch[0]).alias(PREDICTION), nw.lit(batch[0]).alias(MODEL))
            else:
                long = _unpivoted(prepared, batch, columns.engine)
        parts.append(_grouped(long, columns, [truth, PREDICTION, MODEL, *by]))
    groups = parts[0] if len(parts) == 1 else _below_each_other(parts)
    number = {name: i for i, name in enumerate(predictions)}
    models = np.array([number[name] for name in listed(groups.keys[MODEL])], dtype=np.intp)
    return groups._replace(keys={**groups.keys, MODEL: models})


def _prepared(columns: OpenFrame, labels: Sequence[str], by: Sequence[str], *, drop: bool) -> LazyFrame[Any]:
    """Return the frame with NaN as null, and with what is to be known of each item."""
    import narwhals as nw  # noqa: PLC0415

    incomplete = reduce(or_, (_is_missing(name, columns) for name in labels))
    chosen = [expression for name in labels for expression in label_columns(name, columns)]
    chosen += [_without_nan(name, columns) for name in by]
    chosen.append(nw.when(incomplete).then(1).otherwise(0).alias(LOST))
    if WEIGHT in columns.types:
        chosen += [*weight_columns(columns), *weight_totals(columns)]
    with asking(columns.engine):
        prepared = columns.frame.lazy().select(*chosen)
        if drop:
            prepared = prepared.with_columns(nw.when(nw.col(LOST) == 0).then(nw.col(labels[0])).alias(labels[0]))
    return prepared


def _is_missing(name: str, columns: OpenFrame) -> Expr:
    import narwhals as nw  # noqa: PLC0415

    return is_no_number(nw.col(name)) if columns.types[name].is_float() else nw.col(name).is_null()


def _without_nan(name: str, columns: OpenFrame) -> Expr:
    import narwhals as nw  # noqa: PLC0415

    column = nw.col(name)
    if not columns.types[name].is_float():
        return column
    return nw.when(~is_no_number(column)).then(column).alias(name)


def label_columns(name: str, columns: OpenFrame) -> list[Expr]:
    """Return a column of labels; of floats, only the whole ones, and an example of the others.

    Otherwise a column of probabilities would have as many groups as rows, only to be refused.
    """
    import narwhals as nw  # noqa: PLC0415

    column = nw.col(name)
    if not columns.types[name].is_float():
        return [column]
    # Ibis rounds by a cast to whole numbers, which fails beyond them.
    small = nw.when(is_finite(column) & (column.abs() < WHOLE_FROM)).then(column).otherwise(0.0)
    fractional = small != small.floor()
    return [
        nw.when(~fractional & ~is_no_number(column)).then(column).alias(name),
        nw.when(fractional).then(column).alias(f"{FRACTION}{name}"),
    ]


def _unpivoted(frame: LazyFrame[Any], predictions: Sequence[str], engine: str) -> LazyFrame[Any]:
    """Put predictions below each other, with the name of their column beside them."""
    import narwhals as nw  # noqa: PLC0415

    rest = [name for name in frame.collect_schema() if name not in predictions]
    if engine != DUCKDB:
        return frame.unpivot(list(predictions), index=rest, variable_name=MODEL, value_name=PREDICTION)
    # narwhals 2.28 would lose the nulls, and look for the relation in the default connection.
    names = ", ".join(f"'{name}'" for name in predictions)
    listed = f"unnest([{names}]) AS {MODEL}, unnest([{', '.join(predictions)}]) AS {PREDICTION}"
    return nw.from_native(nw.to_native(frame).project(f"{', '.join(rest)}, {listed}"))


def _grouped(frame: LazyFrame[Any], columns: OpenFrame, keys: list[str]) -> FrameGroups:
    """Run the group-by; refuse bad weights, and fractions for labels."""
    import narwhals as nw  # noqa: PLC0415

    weighted = WEIGHT in columns.types
    with asking(columns.engine):
        fractions = [name for name in frame.collect_schema() if name.startswith(FRACTION)]
        wanted = [nw.len().alias(ROWS), nw.col(LOST).sum(), *(nw.col(name).max() for name in fractions)]
        wanted += weight_sums(columns) if weighted else []
        results = fetched(frame.group_by(*keys, drop_null_keys=False).agg(*wanted), columns.engine)
    known = {name: listed(column) for name, column in results.items() if name not in keys}
    for name in fractions:
        example = next((value for value in known[name] if not is_missing(value)), None)
        if example is not None:
            raise fraction(example, f"labels in column {columns.names[name.removeprefix(FRACTION)]!r}")
    rows, lost = (np.array(known[name], dtype=np.int64) for name in (ROWS, LOST))
    amounts = weighed(known, rows, columns) if weighted else Counts(rows)
    return FrameGroups({name: results[name] for name in keys}, rows, lost, amounts)


def fetched(lazy: LazyFrame[Any], engine: str) -> dict[str, Any]:
    """Return the columns of the result, as the engine hands them over."""
    if engine == DUCKDB and find_spec("pyarrow") is None:  # which narwhals needs
        native = lazy.to_native()
        names, rows = native.columns, native.fetchall()
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}
    frame = lazy.collect(engine="streaming") if engine == POLARS else lazy.collect()
    columns = {name: frame.get_column(name).to_native() for name in frame.columns}
    return {name: _ordered(column) for name, column in columns.items()} if engine == DUCKDB else columns


def _ordered(column: Any) -> Any:
    """Return DuckDB's enumerations as the ordered dictionaries that they are; Arrow is not told."""
    import pyarrow as pa  # noqa: PLC0415

    kind = column.type
    return column.cast(pa.dictionary(kind.index_type, kind.value_type, True)) if hasattr(kind, "ordered") else column


def _below_each_other(parts: Sequence[FrameGroups]) -> FrameGroups:
    """Join groups whose keys may be of different types."""
    keys = {name: [key for part in parts for key in _plain(part.keys[name])] for name in parts[0].keys}
    rows, lost = (np.concatenate(column) for column in zip(*((part.rows, part.lost) for part in parts), strict=True))
    return FrameGroups(keys, rows, lost, all_groups([part.amounts for part in parts]))


def _plain(column: Any) -> list[Any]:
    """Return keys as they are counted: their library's own lists would cut off what is finer than microseconds."""
    coded = as_column(column, "labels and keys", fractions=True)
    return coded.labels_of(coded.codes(0, coded.size))


def listed(column: Any) -> list[Any]:
    """Return a column of a result as plain values."""
    import narwhals as nw  # noqa: PLC0415

    return list(column) if isinstance(column, list | tuple) else nw.from_native(column, series_only=True).to_list()


# The columns of any data frame, as items to be counted: read in memory, or grouped where the frame lives.


NO_ROWS = "the frame has no rows."


def frame_items(frame: Any, columns: Columns, *, together: bool = False) -> Items:
    """Return the named columns of a frame as items, or as groups by truth and prediction, or by all (`together`)."""
    open_frame = opened(frame, columns)
    if WEIGHT in open_frame.types:
        check_type(open_frame)
    if open_frame.engine in IN_MEMORY:
        return Items(columns.filled(_in_memory(open_frame)))
    group = joint_groups if together else pair_groups
    groups = group(open_frame, columns.label_roles, columns.by_roles, drop=columns.drops)
    if together:
        _check_rows(groups, columns.missing)
        return Items(columns.filled({**groups.keys, WEIGHT: groups.amounts}))
    _check_rows(groups, columns.missing, len(columns.predictions))
    models = groups.keys[MODEL]
    once = np.flatnonzero((groups.lost > 0) & (models == 0))  # each model's groups have all items
    pairs = columns.of_pairs(
        groups.keys[TRUTH],
        groups.keys[PREDICTION],
        models,
        groups.amounts,
        [groups.keys[role] for role in columns.by_roles],
    )
    return Items(pairs, groups.amounts.items(once) if columns.drops else 0)


def _in_memory(open_frame: OpenFrame) -> dict[str, Any]:
    """Return the columns as their library has them, and the weights as an array."""
    if not len(open_frame.frame):
        raise ValueError(NO_ROWS)
    values = {role: open_frame.frame.get_column(role).to_native() for role in open_frame.types if role != WEIGHT}
    return {**values, WEIGHT: weights_in_memory(open_frame)} if WEIGHT in open_frame.types else values


def _check_rows(groups: FrameGroups, missing: str, models: int = 1) -> None:
    """Refuse a frame without rows, and items without a label unless something is to be done with them."""
    if not len(groups.rows):
        raise ValueError(NO_ROWS)
    if missing == "refuse" and groups.lost.any():  # each model's groups have all items
        raise without_label(int(groups.lost.sum()) // models, int(groups.rows.sum()) // models)


def frame_values(frame: Any, columns: Columns) -> Columns:
    """Return the named columns of a frame as values, item by item: predictions are numbers here, such as scores."""
    open_frame = opened(frame, columns)
    for role in columns.prediction_roles:
        kind = open_frame.types[role]
        if not (kind.is_numeric() or open_frame.engine == PANDAS):  # of pandas' objects, the values decide
            raise no_numbers(open_frame.names[role], kind, "scores")
    with asking(open_frame.engine):
        there = open_frame.frame.lazy().collect()
    return columns.filled({role: there.get_column(role).to_native() for role in open_frame.types})
