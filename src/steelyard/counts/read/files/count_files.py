"""The columns of files, as groups of equal items to be counted: DuckDB groups the rows where they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from steelyard.counts import labels as naming
from steelyard.counts.answer import bar
from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.count import Items
from steelyard.counts.read.files.data_files import Where, find_files
from steelyard.counts.read.files.duckdb_columns import key
from steelyard.counts.read.files.duckdb_files import check_names_in_json, columns_of_files
from steelyard.counts.read.files.duckdb_layouts import layouts_of
from steelyard.counts.read.files.duckdb_query import source
from steelyard.counts.read.files.duckdb_records import check_rows
from steelyard.counts.read.files.duckdb_session import Reading, Report, Session, identifier
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.groups import GroupLabels, settled, with_gaps
from steelyard.counts.read.files.layouts import WRITTEN, FileColumn, Layout


def file_items(path: Where, columns: Columns, *, together: bool = False, report: Report | None = None) -> Items:
    """Return the named columns of files as groups by truth and prediction, or by all predictions (`together`).

    With missing="drop", a row that lacks the truth or any prediction has None for all of them. `report` is told of
    the progress.
    """
    from steelyard.counts.read.files.duckdb_files import group_files  # noqa: PLC0415 - loaded where used

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
    from steelyard.counts.read.files.duckdb_files import columns_of_files  # noqa: PLC0415 - loaded where used

    files = find_files(path)
    return f"{files.known_as(files.files[0])!r} has the columns {naming.some(columns_of_files(files))}"


# Whole columns of files as texts, one per row: what training needs, where counting needs groups only.


# ruff: noqa: S608 - names are quoted or our own


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
