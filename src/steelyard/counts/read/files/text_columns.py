"""Whole columns of files as texts, one per row: what training needs, where counting needs groups only."""

# ruff: noqa: S608 - names are quoted or our own

from __future__ import annotations

from collections.abc import Sequence

from steelyard.counts.read.files.data_files import DataFile, Where, find_files
from steelyard.counts.read.files.duckdb_columns import key
from steelyard.counts.read.files.duckdb_files import columns_of_files
from steelyard.counts.read.files.duckdb_layouts import layouts_of, names_in_json
from steelyard.counts.read.files.duckdb_query import source
from steelyard.counts.read.files.duckdb_records import check_rows
from steelyard.counts.read.files.duckdb_session import Reading, Session, identifier
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.layouts import KEY, WRITTEN, Column, Layout, column_in


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
    found: dict[str, list[str | None]] = {name: [] for name in names}
    with Session() as session:
        reading = Reading(files, session)
        layouts = layouts_of(reading, list(found))
        for layout in layouts:
            for single in layout.one_by_one():  # so that the rows are in the same order on every machine
                rows = _rows(reading, single)
                check_rows(reading, [single], [len(rows)])
                for name, values in zip(found, zip(*rows, strict=True), strict=False):
                    found[name] += values
    if not found[names[0]]:
        raise ValueError(f"{files.given!r} has no rows.")
    return found


def _rows(reading: Reading, layout: Layout) -> list[tuple[str | None, ...]]:
    form = reading.files.format
    if form == Format.JSON:
        _check_names_in_json(reading, layout.files[0], layout)
    wanted = ", ".join(_text(name, column) for name, column in layout.columns.items())
    rows: list[tuple[str | None, ...]] = reading.ask(
        lambda some: f"SELECT {wanted} FROM {source(layout, some, form)}", layout.files
    )
    return rows


def _text(name: str, column: Column) -> str:
    if column.kind == WRITTEN:
        return f"({identifier(name)} ->> '$')"
    return f"({key(name, column)})::VARCHAR"


def _check_names_in_json(reading: Reading, file: DataFile, layout: Layout) -> None:
    """Refuse a name that occurs in no row: what some rows lack is missing, what all lack is a mistake."""
    inside = names_in_json(reading, [file])
    for name, column in layout.columns.items():
        if column.kind != KEY:
            column_in(reading.files, file, name, inside)
