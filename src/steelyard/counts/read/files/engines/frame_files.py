"""Group the rows of files with an engine of data frames: it scans the files, and the group-by of frames does the rest.

Where the columns are is found out with DuckDB, file by file, so that the rules are the same: columns by name, files of
different types apart, no guessing. Behind an address, which DuckDB may not be able to open, the engine is asked.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Any, Protocol

from steelyard.counts.read.amounts import some_groups
from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.engines.duckdb_columns import too_fine
from steelyard.counts.read.files.engines.duckdb_files import group_files as group_with_duckdb
from steelyard.counts.read.files.engines.duckdb_layouts import layouts_of
from steelyard.counts.read.files.engines.duckdb_reading import Reading
from steelyard.counts.read.files.engines.duckdb_records import LostRowsError, check_rows
from steelyard.counts.read.files.engines.duckdb_session import Session
from steelyard.counts.read.files.formats import Format, compression_of
from steelyard.counts.read.files.groups import Coded, FileGroups, Found, coded
from steelyard.counts.read.files.headers import header_of
from steelyard.counts.read.files.layouts import KEY, TEXT, Column, Layout, column_in, nested, parted
from steelyard.counts.read.files.partitions import key_text
from steelyard.counts.read.frames.columns import TRUTH, WEIGHT, Asked, Columns
from steelyard.counts.read.frames.engines import POLARS, EngineError, asking
from steelyard.counts.read.frames.groups import MODEL, PREDICTION, Groups, joint_groups, pair_groups
from steelyard.counts.read.frames.weights import check_type

SMALL = 10**9
"""Bytes that DuckDB reads in a moment."""

END = 2**16
"""Bytes at the end of a file that are looked at."""


class Scanner(Protocol):
    """An engine that opens files."""

    name: str

    def scan(self, layout: Layout, form: Format, roles: dict[str, str], *, whole: bool) -> Any:
        """Return a lazy frame of files.

        Its columns have the names of the roles: texts with null for empty ones, keys of folders as they stand in the
        path. Weights that are texts are whole numbers or floats, null if they are not.
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

    def told(self, problem: EngineError) -> str | None:
        """Return a better sentence, if the engine hides one."""
        ...

    def folder(self, value: str) -> str:
        """Return what stands in the name of a folder, given how the engine writes it."""
        ...


def group_frames(files: DataFiles, asked: Asked, scanner: Scanner, *, joint: bool, drop: bool) -> Found:
    """Group the rows of files by truth and prediction, model by model, or by truth and all predictions (`joint`)."""
    try:
        return _found(files, asked, scanner, joint=joint, drop=drop)
    except ValueError as problem:
        is_small = files.size is not None and files.size <= SMALL
        if is_small:
            group_with_duckdb(files, asked, joint=joint)  # which names the file, if one is broken
        if not isinstance(problem, EngineError):
            raise
        advice = " DuckDB can: leave the engine out." if is_small else ""
        told = f"{scanner.name} cannot read {files.given!r}: {problem.reason}{advice}"
        raise ValueError(scanner.told(problem) or told) from None


def _found(files: DataFiles, asked: Asked, scanner: Scanner, *, joint: bool, drop: bool) -> Found:
    roles = {role: str(name) for role, name in asked.columns.items()}
    compared = [name for role, name in roles.items() if role != WEIGHT]
    layouts = _layouts(files, list(dict.fromkeys(roles.values())), scanner)
    parts = parted(files, layouts, compared)
    if files.are_local and any(_may_be_cut_off(file, layout) for layout in layouts for file in layout.files):
        group_with_duckdb(files, asked, joint=joint)
    keys = {name for name in compared if all(layout.columns[name].kind == KEY for layout in layouts)}
    groups: list[FileGroups] = []
    for part in parts:
        found = _grouped(part, files, asked, roles, scanner, joint=joint, drop=drop)
        columns = {role: part[0].columns[name] for role, name in roles.items()}
        plain = list(_parts(found, asked, columns, scanner, joint=joint))
        _check_rows(files, scanner, part, plain)
        groups += plain
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

    def scanned(*, whole: bool) -> Any:
        frames = [scanner.scan(layout, files.format, roles, whole=whole) for layout in part]
        return nw.from_native(scanner.together(frames)).lazy()

    with asking(scanner.name):
        frame = scanned(whole=True)
        if WEIGHT in roles and part[0].columns[roles[WEIGHT]].kind in (TEXT, KEY) and _lacks_weights(frame, scanner):
            frame = scanned(whole=False)
        types = dict(frame.collect_schema())
    for role, kind in types.items():
        if kind.is_nested():
            raise nested(roles[role], files.given, kind)
    columns = Columns(frame, scanner.name, asked.columns, types, asked.are_counts)
    if WEIGHT in types:
        check_type(columns)
    group = joint_groups if joint else pair_groups
    return group(columns, [TRUTH, *asked.prediction_names], asked.by_names, drop=drop)


def _check_rows(files: DataFiles, scanner: Scanner, part: Sequence[Layout], groups: Sequence[FileGroups]) -> None:
    """Refuse what an engine read if the files have more or fewer rows; that a file is broken, DuckDB says better."""
    with Session() as session:
        try:
            check_rows(Reading(files, session), scanner.name, part, (int(some.rows.sum()) for some in groups))
        except LostRowsError as problem:
            raise EngineError(scanner.name, f"it {problem.reason}") from None


def _lacks_weights(frame: Any, scanner: Scanner) -> bool:
    """Look at the weights first: whether all are whole numbers is known only at the end."""
    import narwhals as nw  # noqa: PLC0415

    options = {"engine": "streaming"} if scanner.name == POLARS else {}
    return bool(frame.select(nw.col(WEIGHT).is_null().any()).collect(**options).item())


def _may_be_cut_off(file: DataFile, layout: Layout) -> bool:
    """Tell whether a CSV file ends in a row with too few cells, which Polars would fill up without a word.

    Quotes may deceive: DuckDB is to judge. Compressed files are not looked into.
    """
    if layout.header is None or layout.compression is not None:
        return False
    with open(file.place, "rb") as content:  # noqa: PTH123 - a text, not a path
        content.seek(max(0, (file.size or 0) - END))
        lines = content.read().rstrip(b"\r\n").splitlines()
    if not lines:
        return True
    cells = csv.reader([lines[-1].decode(errors="replace")], delimiter=layout.header.separator)
    return len(next(cells, [])) != len(layout.header.names)


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
        yield FileGroups(found, groups.lost, groups.rows, groups.amounts)
        return
    for number, model in enumerate(asked.prediction_names):
        these = groups.keys[MODEL] == number
        named = {model if role == PREDICTION else role: values for role, values in lists.items()}
        found = {role: column(role, compress(values, these)) for role, values in named.items()}
        amounts = some_groups(groups.amounts, these)
        yield FileGroups(found, groups.lost[these], groups.rows[these], amounts, model)


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
