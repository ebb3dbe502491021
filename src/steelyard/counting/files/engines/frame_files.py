"""Group the rows of files with an engine of data frames: it scans the files, and the group-by of frames does the rest.

Where the columns are is found out with DuckDB, file by file, so that the rules are the same: columns by name, files of
different types apart, no guessing. Behind an address, which DuckDB may not be able to open, the engine is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Any, Protocol

from steelyard.counting.files.data_files import DataFiles
from steelyard.counting.files.engines.duckdb_columns import too_fine
from steelyard.counting.files.engines.duckdb_files import group_files as group_with_duckdb
from steelyard.counting.files.engines.duckdb_layouts import layouts_of
from steelyard.counting.files.engines.duckdb_reading import Reading
from steelyard.counting.files.engines.duckdb_session import Session
from steelyard.counting.files.formats import Format, compression_of
from steelyard.counting.files.groups import Coded, FileGroups, Found, coded
from steelyard.counting.files.headers import header_of
from steelyard.counting.files.layouts import KEY, TEXT, Column, Layout, column_in, parted
from steelyard.counting.files.partitions import key_text
from steelyard.counting.frames.columns import TRUTH, WEIGHT, Asked, Columns
from steelyard.counting.frames.engines import asking
from steelyard.counting.frames.groups import MODEL, PREDICTION, Groups, joint_groups, pair_groups

SMALL = 10**9
"""Bytes that DuckDB reads in a moment."""

FILE = "steelyard_file"
"""The column with the name of a row's file."""


class Scanner(Protocol):
    """An engine that opens files."""

    name: str

    def scan(self, layout: Layout, form: Format, roles: dict[str, str]) -> Any:
        """Return a lazy frame of files.

        Its columns have the names of the roles: texts with null for empty ones, keys of folders as they stand in the
        path, weights as numbers.
        """
        ...

    def together(self, frames: Sequence[Any]) -> Any:
        """Return the rows of several frames with the same columns."""
        ...

    def names(self, places: Sequence[str], form: Format) -> dict[str, str]:
        """Return the columns that Parquet or JSON files have inside, with their types."""
        ...

    def lines(self, place: str) -> list[str]:
        """Return the first lines of a text."""
        ...

    def told(self, problem: ValueError) -> ValueError:
        """Return an error in better words, if the engine hides them."""
        ...

    def folder(self, value: str) -> str:
        """Return what stands in the name of a folder, given how the engine writes it."""
        ...


def group_frames(files: DataFiles, asked: Asked, scanner: Scanner, *, joint: bool, drop: bool) -> Found:
    """Group the rows of files by truth and prediction, model by model, or by truth and all predictions (`joint`)."""
    roles = {role: str(name) for role, name in asked.columns.items()}
    compared = [name for role, name in roles.items() if role != WEIGHT]
    layouts = _layouts(files, list(dict.fromkeys(roles.values())), scanner)
    parts = parted(files, layouts, compared)
    keys = {name for name in compared if all(layout.columns[name].kind == KEY for layout in layouts)}
    groups: list[FileGroups] = []
    for part in parts:
        try:
            found = _grouped(part, files, asked, roles, scanner, joint=joint, drop=drop)
        except ValueError as problem:
            if files.size is not None and files.size <= SMALL:
                group_with_duckdb(files, asked, joint=joint)  # which names the file, if one is broken
            raise scanner.told(problem) from None
        columns = {role: part[0].columns[name] for role, name in roles.items()}
        groups += _parts(found, asked, columns, scanner, joint=joint)
    return Found(groups, files.format == Format.CSV, frozenset(keys))


def _grouped(
    part: Sequence[Layout],
    files: DataFiles,
    asked: Asked,
    roles: dict[str, str],
    scanner: Scanner,
    *,
    joint: bool,
    drop: bool,
) -> Groups:
    import narwhals as nw  # noqa: PLC0415 - loaded where used

    with asking(scanner.name):
        frame = nw.from_native(scanner.together([scanner.scan(layout, files.format, roles) for layout in part]))
        types = dict(frame.collect_schema())
    for role, kind in types.items():
        if kind.is_nested():
            raise ValueError(f"column {roles[role]!r} of {files.given!r} holds nested values ({kind}), not labels.")
    group = joint_groups if joint else pair_groups
    columns = Columns(frame, scanner.name, asked.columns, types)
    return group(columns, [TRUTH, *asked.prediction_names], asked.by_names, drop=drop)


def _layouts(files: DataFiles, names: list[str], scanner: Scanner) -> list[Layout]:
    if files.are_local:
        with Session() as session:
            return layouts_of(Reading(files, session), names)
    if files.format == Format.CSV:
        return [_remote_csv(files, i, names, scanner) for i in range(len(files.files))]
    with asking(scanner.name):
        inside = scanner.names([file.place for file in files.files], files.format)
    columns = {name: column_in(files, files.files[0], name, inside) for name in names}
    return [Layout(files.files, columns)]


def _remote_csv(files: DataFiles, number: int, names: list[str], scanner: Scanner) -> Layout:
    file = files.files[number]
    if file.is_pattern:
        raise ValueError(f"the CSV files of {file.shown!r} may differ in their headers; name them one by one.")
    with asking(scanner.name):
        header = header_of(scanner.lines(file.place))
    columns = {name: column_in(files, file, name, header.names, TEXT) for name in names}
    return Layout((file,), columns, header, compression_of(file.name))


def _parts(
    groups: Groups, asked: Asked, columns: dict[str, Column], scanner: Scanner, *, joint: bool
) -> Iterator[FileGroups]:
    """Return groups model by model, as plain values."""
    lists = {role: _plain(column) for role, column in groups.keys.items() if role != MODEL}

    def column(role: str, values: Iterable[Any]) -> Coded:
        found = coded(values)
        return found.map(lambda value: key_text(scanner.folder(value))) if columns[role].kind == KEY else found

    if joint:
        found = {role: column(role, values) for role, values in lists.items()}
        yield FileGroups(found, groups.lost, groups.rows, groups.sizes)
        return
    for number, model in enumerate(asked.prediction_names):
        these = groups.keys[MODEL] == number
        named = {model if role == PREDICTION else role: values for role, values in lists.items()}
        found = {role: column(role, compress(values, these)) for role, values in named.items()}
        yield FileGroups(found, groups.lost[these], groups.rows[these], groups.sizes[these], model)


def _plain(column: Any) -> list[Any]:
    """Return a column as Python values; refuse moments finer than Python's, which would lose their end."""
    import narwhals as nw  # noqa: PLC0415

    if isinstance(column, list):
        return column
    series = nw.from_native(column, series_only=True)
    if isinstance(series.dtype, nw.Datetime) and series.dtype.time_unit == "ns":
        fine = series.dt.timestamp("ns")
        lost = (fine % 1000 != 0).fill_null(value=False)
        if lost.any():
            raise too_fine(fine.filter(lost)[0])
    return series.to_list()
