"""The items of files one by one: their true labels, and other columns as texts or as numbers."""

# ruff: noqa: S608 - names are quoted or our own

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from steelyard.counts.labels import Label
from steelyard.counts.read.files.count_files import (
    check_names_in_json,
    check_rows,
    columns_of,
    names_of_columns,
    text_columns,
)
from steelyard.counts.read.files.data_files import Where, find_files
from steelyard.counts.read.files.duckdb_query import fetched, in_python, label, missing, raw, score, source, strange
from steelyard.counts.read.files.duckdb_session import Reading, Session
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.groups import Coded, coded, joined
from steelyard.counts.read.files.layouts import TEXT, Layout, layouts_of, parted
from steelyard.counts.read.label import as_labels, fraction, gaps_among
from steelyard.type_names import Floats


class ItemColumns(NamedTuple):
    """What `read_items` returns: the label of each item, and other columns by name, None where a value is missing."""

    labels: list[Label]
    columns: dict[str, list[str | None]]


def read_items(files: str | Path | Sequence[str | Path], truth: str | None, columns: Sequence[str] = ()) -> ItemColumns:
    """Read items from files one by one: their true labels, and other columns as they are written.

    Labels are what `sy.evaluate` takes the texts of a CSV file for: whole numbers if all of them are, else texts.

    Parameters
    ----------
    files
        A file, a pattern, a folder or a list of them: CSV, Parquet or JSON.
    truth
        The column with the true labels.
    columns
        Which others; all but the truth if none are named.

    Examples
    --------
    >>> import steelyard as sy
    >>> items = sy.extending.read_items("examples/wine_quality_red.csv", "quality", ["fold"])
    >>> items.labels[:3], items.columns["fold"][:3]
    ([5, 5, 5], ['9', '2', '9'])
    """
    if truth is None:
        raise ValueError(f"say with truth= which column holds the true labels; {columns_of(files)}.")
    others = list(columns) or [name for name in names_of_columns(files) if name != truth]
    texts = text_columns(files, list(dict.fromkeys((truth, *others))))
    written = texts[truth]
    known = {label for label in written if label is not None}
    gaps = gaps_among(known)
    lost = sum(label is None or label in gaps for label in written)
    if lost:
        raise ValueError(f"{lost:,} of {len(written):,} items have no true label in {truth!r}; leave out these rows.")
    labels = as_labels(known)
    return ItemColumns(
        [labels[label] for label in written if label is not None], {name: texts[name] for name in others}
    )


# Numbers beside the truth, such as scores: DuckDB makes floats of them, so that a million rows are a moment.


class ItemNumbers(NamedTuple):
    """The true label of each item, None where it is missing, and columns of numbers by name."""

    truth: Any
    numbers: dict[Any, Floats]


def item_numbers(path: Where, truth: str, names: Sequence[str], *, gaps: bool = False) -> ItemNumbers:
    """Read items from files one by one: their true labels, and columns that hold a number in every row.

    With `gaps`, a number may be missing, and is NaN.

    Examples
    --------
    >>> wines = item_numbers("examples/wine_quality_red.csv", "quality", ["fold"])
    >>> wines.truth[:3], wines.numbers["fold"][:3]
    (array([5, 5, 5]), array([9., 2., 9.]))
    """
    files = find_files(path)
    labels: list[Coded] = []
    numbers: dict[Any, list[Floats]] = {name: [] for name in names}
    with Session() as session:
        reading = Reading(files, session)
        for part in parted(files, layouts_of(reading, list(dict.fromkeys((truth, *names)))), [truth]):
            for layout in (single for each in part for single in each.one_by_one()):  # in the order of the files
                values, *columns = _numbered(reading, layout, truth, names, gaps=gaps)
                check_rows(reading, [layout], [len(values)])
                codes = coded(values)
                labels.append(Coded(codes.codes, in_python(codes.values, truth, layout.columns[truth].kind)))
                for name, column in zip(names, columns, strict=True):
                    numbers[name].append(column)
    if not sum(len(part.codes) for part in labels):
        raise ValueError(f"{files.given!r} has no rows.")
    every = joined(labels)
    if files.format == Format.CSV:
        texts = {value for value in every.values if value is not None}
        every = every.map(as_labels(texts - gaps_among(texts)).get)
    return ItemNumbers(every.items(), {name: np.concatenate(parts) for name, parts in numbers.items()})


def _numbered(reading: Reading, layout: Layout, truth: str, names: Sequence[str], *, gaps: bool) -> list[Any]:
    """Return the truth as DuckDB has it, and floats; refuse fractions as labels, and what is no number."""
    form, column = reading.files.format, layout.columns[truth]
    if form == Format.JSON:
        check_names_in_json(reading, layout)
    numbers = [score(name, layout.columns[name]) for name in names]
    if gaps:
        empty = [missing(name, layout.columns[name]) for name in names]
        numbers = [f"CASE WHEN {none} THEN 'nan'::DOUBLE ELSE {n} END" for none, n in zip(empty, numbers, strict=True)]
    scores = "".join(f", {n} AS n{i}" for i, n in enumerate(numbers))
    odd = strange(truth, column) or "NULL::DOUBLE"
    rows = f"(SELECT {label(truth, column)} AS value, {odd} AS odd{scores} FROM {source(layout, layout.files, form)})"
    wanted = "".join(f", n{i}" for i in range(len(names)))
    values, odd_ones, *columns = reading.ask(
        lambda _: f"SELECT {fetched(column.kind)} AS value, odd{wanted} FROM {rows}",
        layout.files,
        reading.session.arrays,
    )
    if column.kind != TEXT and not np.ma.getmaskarray(odd_ones).all():
        raise fraction(np.ma.compressed(odd_ones)[0], f"labels in column {truth!r}")
    for name, found in zip(names, columns, strict=True):
        lacking = int(np.ma.getmaskarray(found).sum())
        if lacking:
            raise _no_number(reading, layout, name, lacking)
    return [np.ma.asarray(values).tolist(), *(np.ma.getdata(found) for found in columns)]


def _no_number(reading: Reading, layout: Layout, name: str, lacking: int) -> ValueError:
    """Return the error for rows without a number, with one of them as it stands in the file."""
    column = layout.columns[name]
    rows = source(layout, layout.files, reading.files.format)
    without = f"({score(name, column)}) IS NULL"
    query = f"SELECT any_value(({raw(name, column)})::VARCHAR) FILTER (WHERE {without}) FROM {rows}"
    example = reading.ask(lambda _: query, layout.files)[0][0]
    none = "none" if example else "an empty cell" if lacking == 1 else "empty cells"
    shown = f", such as {example!r}" if example else '; say missing="drop" to leave them out'
    return ValueError(
        f"column {name!r} of {reading.files.known_as(layout.files[0])!r} must hold a finite number in every row, but "
        f"{lacking:,} {'row has' if lacking == 1 else 'rows have'} {none}{shown}."
    )
