"""Group the rows of files with DuckDB: one streamed pass; only the groups reach Python.

CSV: every cell is the text that stands in the file; which labels are numbers is decided among the distinct ones. We
read the header of each file ourselves, so that columns are found by name whatever their order, and nothing is left to
DuckDB's guess from the first rows, which loses rows such as "#,a", takes late quotes for text and skips odd lines.
Parquet: files whose columns are of different types are read apart. Read together, DuckDB casts to the first file's
types, so that "007" becomes 7 and 1.5 becomes 2.
JSON: values as JSON writes them. Types from the first rows would be wrong, and those from all rows cost a second pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import bar
from steelyard.counts.cells import LIMIT
from steelyard.counts.read.amounts import Counts, GroupAmounts, GroupWeights
from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.count import Items
from steelyard.counts.read.files.data_files import DataFile, DataFiles, Where, find_files
from steelyard.counts.read.files.duckdb_query import (
    STRANGE,
    Query,
    are_whole_numbers,
    fetched,
    in_python,
    key,
    raw,
    source,
)
from steelyard.counts.read.files.duckdb_session import Reading, Report, Session, UnreadableError, identifier
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.groups import Coded, FileGroups, GroupedFiles, GroupLabels, settled, with_gaps
from steelyard.counts.read.files.layouts import (
    KEY,
    WRITTEN,
    FileColumn,
    Layout,
    column_in,
    columns_inside,
    layouts_of,
    names_in_json,
    parted,
)
from steelyard.counts.read.frames.weights import bad_weights, checked_squares, no_whole_numbers, too_large
from steelyard.counts.read.label import fraction

# ruff: noqa: S608 - names are our own


ALL_WHOLE = "count(whole) = count(*)"


def columns_of_files(files: DataFiles) -> list[str]:
    """Return the columns of the first of some files."""
    with Session() as session:
        return columns_inside(Reading(files, session))


def group_files(
    files: DataFiles,
    asked: Columns,
    *,
    joint: bool = False,
    report: Report | None = None,
) -> GroupedFiles:
    """Group the rows of files by truth and prediction, model by model, or by truth and all predictions (`joint`)."""
    with Session(report) as session:
        reading = Reading(files, session)
        layouts = layouts_of(reading, list(dict.fromkeys(map(str, asked.by_role.values()))))
        compared = [str(name) for role, name in asked.by_role.items() if role != WEIGHT]
        threads = int(session.rows("SELECT current_setting('threads')")[0][0])

        def groups_of(layouts: Sequence[Layout]) -> list[FileGroups]:
            parts = [Query(part, files.format, asked, joint, threads) for part in parted(files, layouts, compared)]
            return list(_read(reading, parts))

        try:
            groups = groups_of(layouts)
        except UnreadableError:
            if files.format != Format.CSV or all(layout.serial for layout in layouts):
                raise
            groups = groups_of([replace(layout, serial=True) for layout in layouts])  # which has the last word
    keys = (name for name in compared if all(layout.columns[name].kind == KEY for layout in layouts))
    return GroupedFiles(groups, files.format == Format.CSV, frozenset(keys))


def _read(reading: Reading, parts: Sequence[Query]) -> Iterator[FileGroups]:
    """Read part after part, each in one pass."""
    total = sum(_size(part.files) for part in parts)
    rows, before = _rows_of_all(parts), 0.0
    for part in parts:
        for number, files in enumerate(part.batches()):
            share = _size(files) / total
            read = partial(reading.session.read, before=before, share=share, rows=rows, size=reading.files.size)
            reading.ask(partial(part.groups, more=number > 0), files, read)
            before += share
        _check(reading, part)
        groups = list(_fetch(reading.session, part))
        read_rows = (int(some.rows.sum()) for some in groups)
        check_rows(reading, part.layouts, read_rows, partial(_rows_of_one, reading))
        yield from groups


def _size(files: Sequence[DataFile]) -> int:
    return sum(file.size or 1 for file in files)


def _rows_of_all(parts: Sequence[Query]) -> int | None:
    """Return the number of rows, if it is known."""
    rows = [layout.rows for part in parts for layout in part.layouts]
    return None if None in rows else sum(sum(some or ()) for some in rows)


def _rows_of_one(reading: Reading, layout: Layout) -> int:
    """Return how many rows DuckDB finds in a file when it reads the same columns and no other file."""
    wanted = ", ".join(f"count({raw(name, column)})" for name, column in layout.columns.items())
    query = f"SELECT count(*), {wanted} FROM {source(layout, layout.files, reading.files.format)}"
    return int(reading.ask(lambda _: query, layout.files)[0][0])


def _check(reading: Reading, part: Query) -> None:
    """Refuse labels and weights that are none, by what the groups say of them."""
    for name, _ in part.strange():
        example = reading.session.rows(f"SELECT any_value({name}) FROM grouped_rows")[0][0]
        if example is not None:
            raise fraction(example, f"labels in column {part.name(name.removeprefix(STRANGE))!r}")
    gaps = " OR ".join(["lost", *(f"{role} IS NULL" for role in part.asked.by_roles)])
    wrong = "0" if part.asked.weight is None else "coalesce(sum(wrong), 0)::BIGINT"
    gaps, wrong, too_much = reading.session.rows(
        f"SELECT count(*) FILTER (WHERE {gaps}), {wrong}, {ALL_WHOLE} AND max(whole) >= {LIMIT} "
        "FROM grouped_rows WHERE model = 0"  # each model's groups have all rows
    )[0]
    if reading.files.format == Format.JSON and (gaps or wrong):
        for layout in part.layouts:
            check_names_in_json(reading, layout)
    if wrong:
        raise bad_weights(part.name(WEIGHT), wrong, _bad_weight(reading.session, part))
    if too_much:
        raise too_large(part.name(WEIGHT))


def check_names_in_json(reading: Reading, layout: Layout) -> None:
    """Refuse a file in which a name never occurs: what some rows lack is missing, what all lack is a mistake."""
    for file in layout.files:
        inside = names_in_json(reading, [file])
        for name, column in layout.columns.items():
            if column.kind != KEY:
                column_in(reading.files, file, name, inside)


def _bad_weight(session: Session, part: Query) -> str | None:
    examples = (session.rows(part.bad_weight(layout))[0][0] for layout in part.layouts)
    return next((value for value in examples if value is not None), None)


def _fetch(session: Session, part: Query) -> Iterator[FileGroups]:
    """Fetch the groups: each column as numbers, and beside them the few values that they stand for."""
    values = {}
    for role in (*part.labels, *part.asked.by_roles):
        kind = part.column(role).kind
        session.rows(
            f"CREATE OR REPLACE TEMP TABLE values_{role} AS SELECT value, row_number() OVER () - 1 AS code "
            f"FROM (SELECT DISTINCT {role} AS value FROM grouped_rows)"
        )
        rows = session.rows(f"SELECT {fetched(kind)} FROM values_{role} ORDER BY code")
        values[role] = in_python([value for (value,) in rows], part.name(role), kind)
    are_whole = session.rows(f"SELECT {ALL_WHOLE} FROM grouped_rows")[0][0]
    if part.asked.are_counts and not (are_whole and are_whole_numbers(part.column(WEIGHT))):
        raise no_whole_numbers(part.name(WEIGHT), part.column(WEIGHT).kind)
    size = "whole::BIGINT" if are_whole else "size"
    for number, model in enumerate(part.models):
        roles = [TRUTH, *([model] if model else part.asked.prediction_roles), *part.asked.by_roles]
        codes = ", ".join(f"values_{role}.code AS code_{role}" for role in roles)
        joins = " ".join(f"JOIN values_{role} ON {role} IS NOT DISTINCT FROM values_{role}.value" for role in roles)
        *code_columns, lost, number_of_rows, sizes, squares, above = session.arrays(
            f"SELECT {codes}, lost, number, {size}, squares::DOUBLE AS squares, above FROM grouped_rows {joins} "
            f"WHERE model = {number}"
        )
        columns = {role: Coded(codes, values[role]) for role, codes in zip(roles, code_columns, strict=True)}
        amounts: GroupAmounts = Counts(sizes)
        if part.asked.weight is not None and not part.asked.are_counts:
            amounts = GroupWeights(sizes, checked_squares(squares, part.name(WEIGHT)), above, number_of_rows)
        yield FileGroups(columns, np.where(lost, number_of_rows, 0), number_of_rows, amounts, model)


# As many rows must have been read as the files have.


def check_rows(
    reading: Reading,
    layouts: Sequence[Layout],
    read: Iterable[int],
    alone: Callable[[Layout], int] | None = None,
) -> None:
    """Refuse to go on if DuckDB read more or fewer rows than the files have.

    `read` are the numbers of rows that it read, once or for each model; `alone` reads those of one file anew, to find
    the file that is to be named.
    """
    if any(layout.rows is None for layout in layouts):
        return
    numbers_read = set(read) or {0}
    total = sum(sum(layout.rows or ()) for layout in layouts)
    if numbers_read == {total}:
        return
    singles = [single for layout in layouts for single in layout.one_by_one()]
    for single in singles if alone else ():
        if alone and single.rows and (again := alone(single)) != single.rows[0]:
            raise _lost(single.files[0].shown, again, single.rows[0])
    shown = singles[0].files[0].shown if len(singles) == 1 else reading.files.given
    raise _lost(shown, (numbers_read - {total}).pop(), total)


def _lost(shown: str, read: int, rows: int) -> UnreadableError:
    return UnreadableError(shown, f"DuckDB found {read:,} rows, but there are {rows:,}.")


# What is counted: the groups as items, or whole columns as texts.


def file_items(path: Where, columns: Columns, *, together: bool = False, report: Report | None = None) -> Items:
    """Return the named columns of files as groups by truth and prediction, or by all predictions (`together`).

    With missing="drop", a row that lacks the truth or any prediction has None for all of them. `report` is told of
    the progress.
    """
    files = find_files(path)
    group = partial(group_files, files, columns, report=report)
    grouped = with_gaps(group(joint=together), columns, partial(group, joint=True))
    groups, dropped = settled(grouped.groups, columns.missing, files.given)
    labels = GroupLabels(grouped._replace(groups=groups), columns)
    keys = labels.by()
    if together:
        values = {role: labels.of(role) for role in columns.label_roles}
        return Items(columns.filled({**values, **keys, WEIGHT: labels.amounts()}))
    pairs = columns.of_pairs(labels.of(TRUTH), labels.of(None), labels.models(), labels.amounts(), keys.values())
    return Items(pairs, dropped)  # of each item once, not once per model


def watched_items(path: Where, columns: Columns, *, together: bool = False) -> Items:
    """Return the same, with a bar on the terminal if it takes longer than a second."""
    with bar("files") as report:
        return file_items(path, columns, together=together, report=report)


def columns_of(path: Where) -> str:
    """Name the columns of files, for messages."""
    files = find_files(path)
    return f"{files.known_as(files.files[0])!r} has the columns {naming.some(columns_of_files(files))}"


# Whole columns of files as texts, one per row: what training needs, where counting needs groups only.


def names_of_columns(path: Where) -> list[str]:
    """Return the names of the columns of files, those of the first."""
    return columns_of_files(find_files(path))


def text_columns(path: Where, names: Sequence[str]) -> dict[str, list[str | None]]:
    """Return columns of files, file by file: each value as it is written, None where it is missing.

    Examples
    --------
    >>> wines = text_columns("examples/wine_quality_red.csv", ["quality", "fold"])
    >>> wines["quality"][:3], len(wines["fold"])
    (['5', '5', '5'], 1599)
    """
    files = find_files(path)
    columns: dict[str, list[str | None]] = {name: [] for name in names}
    with Session() as session:
        reading = Reading(files, session)
        layouts = layouts_of(reading, list(columns))
        for layout in layouts:
            for single in layout.one_by_one():  # so that the rows are in the same order on every machine
                rows = _rows(reading, single)
                check_rows(reading, [single], [len(rows)])
                for name, values in zip(columns, zip(*rows, strict=True), strict=False):
                    columns[name] += values
    if not columns[names[0]]:
        raise ValueError(f"{files.given!r} has no rows.")
    return columns


def _rows(reading: Reading, layout: Layout) -> list[tuple[str | None, ...]]:
    form = reading.files.format
    if form == Format.JSON:
        check_names_in_json(reading, layout)
    wanted = ", ".join(_text(name, column) for name, column in layout.columns.items())
    rows: list[tuple[str | None, ...]] = reading.ask(
        lambda some: f"SELECT {wanted} FROM {source(layout, some, form)}", layout.files
    )
    return rows


def _text(name: str, column: FileColumn) -> str:
    if column.kind == WRITTEN:
        return f"({identifier(name)} ->> '$')"
    return f"({key(name, column)})::VARCHAR"
