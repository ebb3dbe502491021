"""The table functions with which DuckDB reads files."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.counts.read.files.data_files import DataFile
from steelyard.counts.read.files.engines.duckdb_reading import listed
from steelyard.counts.read.files.engines.duckdb_records import COMPRESSION
from steelyard.counts.read.files.engines.duckdb_session import identifier
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.files.layouts import FILE, KEY, WRITTEN, Layout


def source(layout: Layout, files: Sequence[DataFile], form: Format) -> str:
    """Return the call that reads some files of a layout."""
    options = {Format.CSV: _csv, Format.PARQUET: _parquet, Format.JSON: _json}[form](layout)
    if any(column.kind == KEY for column in layout.columns.values()):
        options.append(f"filename = '{FILE}'")
    reader = {Format.CSV: "read_csv", Format.PARQUET: "read_parquet", Format.JSON: "read_json"}[form]
    return f"{reader}({', '.join([listed(files), *options, 'hive_partitioning = false'])})"


def _csv(layout: Layout) -> list[str]:
    """Name the columns by their positions, since names may be repeated, or differ only in case.

    A file with quotes is read from its beginning to its end: where DuckDB (2.0) reads parts of it side by side, it may
    take the midst of a quoted text for a row, and lose rows.
    """
    if layout.header is None:
        raise ValueError("a CSV file has a header.")
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(layout.header.names)))
    return [
        "auto_detect = false",
        "header = true",
        f"skip = {layout.header.skip}",
        f"columns = {{{columns}}}",
        f"delim = '{layout.header.separator}'",
        "quote = '\"'",
        "escape = '\"'",
        "comment = ''",
        f"compression = '{COMPRESSION[layout.compression]}'",
        f"parallel = {not layout.serial}",
        *([] if layout.buffer is None else [f"buffer_size = {layout.buffer}"]),
    ]


def _parquet(_: Layout) -> list[str]:
    return []


def _json(layout: Layout) -> list[str]:
    inside = [name for name, column in layout.columns.items() if column.kind == WRITTEN]
    return (
        [f"columns = {{{', '.join(f'{identifier(name)}: {chr(39)}JSON{chr(39)}' for name in inside)}}}"]
        if inside
        else []
    )
