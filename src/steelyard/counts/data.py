"""One door for data of any kind: files, data frames, columns, rows; the columns are named alike for all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard.counts.confusion import Confusion
from steelyard.counts.joint import Joint
from steelyard.counts.labels import nearest, some
from steelyard.counts.read.frames.columns import asked, is_one


def count(
    data: Any,
    truth: str,
    prediction: str | Sequence[str],
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    labels: Iterable[Any] | None = None,
    *,
    missing: str = "refuse",
    counts: str | None = None,
) -> Confusion:
    """Count the pairs of a truth column and one or several prediction columns, wherever they are.

    Parameters
    ----------
    data
        A file, a glob, a folder or a list of them; a data frame of pandas, Polars (eager or lazy), PyArrow, DuckDB,
        Ibis, Dask or PySpark; columns as {"name": […]}; or rows as [{"name": …}, …].
    truth, prediction
        The columns with the true and the predicted labels; several of the latter give a stack along "model".
    weight
        The column with item weights. However large, a weight makes no more items of one.
    by
        One or several columns whose values slice the items, such as a month: a stack with axes of those names.
    labels, missing
        As for `Confusion.from_labels`.
    counts
        For rows that are several equal items: the column of how many.

    Examples
    --------
    >>> import steelyard as sy
    >>> columns = {"y": ["a", "b", "b"], "ours": ["a", "b", "a"], "day": [1, 1, 2]}
    >>> sy.count(columns, truth="y", prediction="ours", by="day").axes
    {'day': (1, 2)}
    >>> sy.count("examples/wine_quality_red.csv", truth="quality", prediction="tree").total
    np.int64(1599)
    """
    for what, name in {"truth": truth, "weight": weight, "counts": counts}.items():
        if not isinstance(name, Hashable):
            raise ValueError(f"{what}= names a column of the data; give its name, not the column itself.")
    if isinstance(data, Mapping):
        return _of_columns(data, truth, prediction, weight, by, labels, missing, counts)
    if isinstance(data, list | tuple) and data and all(isinstance(row, Mapping) for row in data):
        return _of_columns(_columns(data), truth, prediction, weight, by, labels, missing, counts)
    options: dict[str, Any] = {"weight": weight, "by": by, "labels": labels, "missing": missing, "counts": counts}
    return (Confusion.from_files if _is_place(data) else Confusion.from_frame)(data, truth, prediction, **options)


def count_joint(
    data: Any,
    truth: str,
    predictions: Sequence[str],
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    labels: Iterable[Any] | None = None,
    *,
    missing: str = "refuse",
    counts: str | None = None,
) -> Joint:
    """Count the combinations of a truth column and several prediction columns, wherever they are, as `count` does."""
    if isinstance(data, list | tuple) and data and all(isinstance(row, Mapping) for row in data):
        data = _columns(data)
    if isinstance(data, Mapping):
        wanted = asked(truth, predictions, weight, by, counts)
        column = _finder(data)
        return Joint.from_labels(
            column(truth),
            {name: column(name) for name in wanted.predictions},
            labels=labels,
            weights=None if weight is None else column(weight),
            counts=None if counts is None else column(counts),
            missing=missing,
            by={axis: column(name) for axis, name in zip(wanted.axes, wanted.by, strict=True)} or None,
        )
    options: dict[str, Any] = {"weight": weight, "by": by, "labels": labels, "missing": missing, "counts": counts}
    return (Joint.from_files if _is_place(data) else Joint.from_frame)(data, truth, predictions, **options)


def _is_place(data: Any) -> bool:
    """Whether data is a file, a folder or the like, or a list of them."""
    listed = data if isinstance(data, list | tuple) and data else [data]
    return all(isinstance(place, str | Path) for place in listed)


def _finder(columns: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return what finds a column by its name."""

    def column(name: Any) -> Any:
        if name not in columns:
            hint = nearest(str(name), map(str, columns))
            raise ValueError(f"there is no column {name!r}; the columns are {some(columns)}.{hint}")
        return columns[name]

    return column


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows into columns; what a row does not name is missing."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _of_columns(
    columns: Mapping[str, Any],
    truth: str,
    prediction: str | Sequence[str],
    weight: str | None,
    by: str | Sequence[str] | None,
    labels: Iterable[Any] | None,
    missing: str,
    counts: str | None,
) -> Confusion:
    column = _finder(columns)
    wanted = asked(truth, prediction, weight, by, counts)
    return Confusion.from_labels(
        column(truth),
        column(prediction) if is_one(prediction) else {name: column(name) for name in wanted.predictions},
        labels=labels,
        weights=None if weight is None else column(weight),
        counts=None if counts is None else column(counts),
        missing=missing,
        by={axis: column(name) for axis, name in zip(wanted.axes, wanted.by, strict=True)} or None,
    )
