"""Where the columns of files are, by headers of CSV, schemas of Parquet, names in JSON; which files are read alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from steelyard.counts import labels as naming
from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.duckdb_session import Reading, listed, literal
from steelyard.counts.read.files.formats import GZIP, Format, Header, compression_of, header_of, read_header
from steelyard.counts.read.files.records import (
    csv_records,
    json_records,
    lines_call,
    opens_in_python,
    parquet_records,
)

TEXT, KEY, WRITTEN, NOTHING = "text of CSV", "key of a folder", "JSON", '"NULL"'
"""Kinds of columns beside the types of Parquet, which DuckDB names. The last one is a type without values."""

FILE = "steelyard_file"
"""The column with the name of a row's file, where folders tell keys."""

WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT")
HUGE = ("HUGEINT", "UHUGEINT")
ROUNDED = "DECIMAL of more than 38 digits"
"""A type of Parquet that DuckDB knows as DOUBLE: it is good for amounts, but rounds two labels to one."""

FLOATS = ("FLOAT", "DOUBLE", ROUNDED)
DIGITS = 38
"""Of DuckDB's decimals."""


class FileColumn(NamedTuple):
    """One column of some files.

    Attributes
    ----------
    kind
        Its type as DuckDB names it, or one of the kinds above.
    position
        Its place in the header of CSV files.
    """

    kind: str
    position: int = 0


@dataclass(frozen=True)
class Layout:
    """Files that can be read together.

    Attributes
    ----------
    files
        The files.
    columns
        The columns asked for, by name.
    header
        The header of CSV files.
    compression
        Their compression, if any.
    serial
        Whether CSV files must be read from their beginning to their end, and not in parts side by side.
    buffer
        How many bytes of a CSV file must be read together; None if that does not matter.
    rows
        How many rows each file has, counted apart from DuckDB; None if that is not known.
    """

    files: tuple[DataFile, ...]
    columns: dict[str, FileColumn]
    header: Header | None = None
    compression: str | None = None
    serial: bool = False
    buffer: int | None = None
    rows: tuple[int, ...] | None = None

    def one_by_one(self) -> Iterator[Layout]:
        """Yield the same of each file."""
        for i, file in enumerate(self.files):
            yield replace(self, files=(file,), rows=None if self.rows is None else (self.rows[i],))


def column_in(
    files: DataFiles, file: DataFile, name: str, inside: dict[str, str] | Sequence[str], kind: str | None = None
) -> FileColumn:
    """Return where a file has a column: inside, or else as a key of its folders; refuse one that is not there.

    `inside` are the names in the file, with their kinds or all of one kind. What a file says goes before what its
    folders say.
    """
    names = list(inside)
    if name in names:
        if names.count(name) > 1:
            raise ValueError(f"the header of {file.shown!r} names column {name!r} twice; rename one of them.")
        type_name = inside[name] if isinstance(inside, dict) else kind or ""
        if is_nested(type_name):
            raise nested(name, files.known_as(file), type_name)
        return FileColumn(type_name, names.index(name))
    if name in file.keys:
        return FileColumn(KEY)
    raise no_column(files, file, name, names)


def nested(name: str, shown: str, kind: Any) -> ValueError:
    """Return the error for a column that holds several values in a row."""
    return ValueError(f"column {name!r} of {shown!r} holds nested values ({kind}), not labels, keys or weights.")


def no_column(files: DataFiles, file: DataFile, name: str, inside: Iterable[str]) -> ValueError:
    """Return the error for a column that a file does not have."""
    names = list(dict.fromkeys((*inside, *file.keys)))
    hint = naming.nearest(name, names)
    return ValueError(f"{files.known_as(file)!r} has no column {name!r}; its columns are {naming.some(names)}.{hint}")


def is_nested(kind: str) -> bool:
    """Tell types that hold several values."""
    return kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION", "VARIANT"))


def parted(files: DataFiles, layouts: Sequence[Layout], compared: Iterable[str]) -> list[list[Layout]]:
    """Return layouts whose columns are of the same kinds together.

    Columns whose values are `compared` are refused if they hold numbers in one file and texts in another.
    """
    parts: dict[tuple[str, ...], list[Layout]] = {}
    for layout in layouts:
        parts.setdefault(tuple(column.kind for column in layout.columns.values()), []).append(layout)
    for name in compared:
        families: dict[str, Layout] = {}
        for part in parts.values():
            if part[0].columns[name].kind != NOTHING:
                families.setdefault(family(part[0].columns[name].kind), part[0])
        if len(families) > 1:
            one, other = list(families.values())[:2]
            raise ValueError(
                f"column {name!r} is of type {one.columns[name].kind} in {files.known_as(one.files[0])!r}, but "
                f"{other.columns[name].kind} in {files.known_as(other.files[0])!r}; write both in the same way."
            )
    return list(parts.values())


def family(kind: str) -> str:
    """Return what kinds of columns have in common whose values can be compared: numbers, texts."""
    base = kind.split("(", maxsplit=1)[0]
    if base in (*WHOLE, *HUGE, *FLOATS, "DECIMAL", "BOOLEAN"):
        return "numbers"
    if base in (TEXT, KEY, WRITTEN, "VARCHAR", "ENUM"):
        return "texts"
    return re.sub("_(S|MS|NS)$", "", base)  # of moments, to the second or finer


# Find the columns: headers of CSV, schemas of Parquet, names in JSON.


# ruff: noqa: S608 - places are quoted


FIRST_LINES = 100
STEP = (
    "concat_ws('|', name, type, type_length, repetition_type, num_children, converted_type, scale, precision, "
    "logical_type)"
)
"""One row of a Parquet schema, as a text."""


def layouts_of(reading: Reading, names: Sequence[str]) -> list[Layout]:
    """Return where the named columns are; files that can be read together are in one layout."""
    find = {Format.CSV: _in_csv, Format.PARQUET: _in_parquet, Format.JSON: _in_json}[reading.files.format]
    return find(reading, [meant for file in reading.files.files for meant in _meant(reading, file)], list(names))


def _meant(reading: Reading, file: DataFile) -> list[DataFile]:
    """Return the files that an address with a pattern means."""
    if not file.is_pattern:
        return [file]
    rows = reading.ask(lambda _: f"SELECT file FROM glob({literal(file.place)}) ORDER BY file", [file])
    if not rows:
        raise ValueError(f"no file matches {file.shown!r}.")
    return [DataFile(place, place) for (place,) in rows]


def columns_inside(reading: Reading) -> list[str]:
    """Return the columns of the first file, and what its folders tell."""
    first = _meant(reading, reading.files.files[0])[0]
    if reading.files.format == Format.CSV:
        names: Sequence[str] = _header(reading, first).names
    elif reading.files.format == Format.PARQUET:
        names = [name for name, _ in _described(reading, first)]
    else:
        names = names_in_json(reading, [first])
    return list(dict.fromkeys((*names, *first.keys)))


def names_in_json(reading: Reading, files: Sequence[DataFile], sample: int = -1) -> list[str]:
    """Return the names that the objects of JSON files have; in all rows, or in some first ones."""
    options = f"sample_size = {sample}, union_by_name = true, hive_partitioning = false"
    rows = reading.ask(lambda some: f"DESCRIBE SELECT * FROM read_json({listed(some)}, {options})", files)
    return [row[0] for row in rows]


def _in_csv(reading: Reading, files: Sequence[DataFile], names: list[str]) -> list[Layout]:
    by_layout: dict[Any, dict[DataFile, int]] = {}
    for file in files:
        header = _header(reading, file)
        columns = tuple(column_in(reading.files, file, name, header.names, TEXT) for name in names)
        told = csv_records(reading, file, header)
        # Only the number of the other columns matters.
        narrow = header._replace(names=("",) * len(header.names), quotes=0)
        by_layout.setdefault((columns, narrow, compression_of(file.name), told.serial, told.buffer), {})[file] = (
            told.rows
        )
    return [
        Layout(
            tuple(alike), dict(zip(names, columns, strict=True)), header, packed, serial, buffer, tuple(alike.values())
        )
        for (columns, header, packed, serial, buffer), alike in by_layout.items()
    ]


def _header(reading: Reading, file: DataFile) -> Header:
    if not opens_in_python(file):
        query = f"SELECT line FROM {lines_call(file)} LIMIT {FIRST_LINES}"
        lines = [f"{line or ''}\n" for (line,) in reading.ask(lambda _: query, [file])]
    try:
        if opens_in_python(file):
            return read_header(file.place, gzipped=compression_of(file.name) == GZIP)
        return header_of(lines)
    except ValueError as problem:
        raise reading.refuse(file, str(problem)) from None


def _in_parquet(reading: Reading, files: Sequence[DataFile], names: list[str]) -> list[Layout]:
    rows = parquet_records(reading, files)
    by_columns: dict[tuple[FileColumn, ...], list[DataFile]] = {}
    for alike in _of_one_schema(reading, files):
        described = _described(reading, alike[0])
        _check_case(alike[0], names, [name for name, _ in described])
        inside = dict(described)
        for file in alike:  # their folders may differ
            columns = tuple(column_in(reading.files, file, name, inside)._replace(position=0) for name in names)
            by_columns.setdefault(columns, []).append(file)
    return [
        Layout(tuple(alike), dict(zip(names, columns, strict=True)), rows=tuple(rows[file] for file in alike))
        for columns, alike in by_columns.items()
    ]


def _of_one_schema(reading: Reading, files: Sequence[DataFile]) -> list[list[DataFile]]:
    """Return files of the same schema together."""
    by_place = {file.place: file for file in files}
    by_schema: dict[tuple[str, ...], list[DataFile]] = {}
    query = f"SELECT file_name, {STEP} FROM parquet_schema"
    steps = reading.ask(lambda some: f"{query}({listed(some)})", files)
    for place, schema in groupby(steps, key=itemgetter(0)):
        by_schema.setdefault(tuple(step for _, step in schema), []).append(by_place[place])
    return list(by_schema.values())


def _described(reading: Reading, file: DataFile) -> list[tuple[str, str]]:
    """Return the names and the types of columns."""
    query = f"DESCRIBE SELECT * FROM read_parquet({listed([file])}, hive_partitioning = false)"
    kinds = [kind for _, kind, *_ in reading.ask(lambda _: query, [file])]
    # Of names, y beside Y is not called y_1 here.
    query = f"SELECT name, num_children, precision FROM parquet_schema({listed([file])})"
    top = _top(reading.ask(lambda _: query, [file]))
    return [
        (name, ROUNDED if (digits or 0) > DIGITS else kind) for (name, digits), kind in zip(top, kinds, strict=True)
    ]


def _top(schema: Sequence[tuple[str, int | None, int | None]]) -> Iterator[tuple[str, int | None]]:
    """Yield names and digits of columns, without those inside of them; the first name is that of the schema."""
    inside = 0
    for name, children, digits in schema[1:]:
        if not inside:
            yield name, digits
        inside = max(0, inside - 1) + (children or 0)


def _check_case(file: DataFile, names: Sequence[str], inside: Sequence[str]) -> None:
    """Refuse a column that DuckDB would take for another."""
    for name in names:
        alike = [other for other in inside if other.casefold() == name.casefold()]
        if name in alike and len(alike) > 1:
            raise ValueError(
                f"DuckDB cannot tell the columns {' and '.join(map(repr, alike))} of {file.shown!r} apart; rename one."
            )


def _in_json(reading: Reading, files: Sequence[DataFile], names: list[str]) -> list[Layout]:
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError(
            f"DuckDB cannot tell the columns {', '.join(map(repr, names))} of a JSON file apart; rename one."
        )
    told = [name for name in names if any(name in file.keys for file in files)]
    inside = names_in_json(reading, files, FIRST_LINES) if told else []
    for name in (name for name in told if name in inside):
        _check_inside(reading, files, name)
    by_columns: dict[tuple[tuple[FileColumn, ...], bool], dict[DataFile, int]] = {}
    for file in files:
        columns = tuple(FileColumn(KEY if name in file.keys and name not in inside else WRITTEN) for name in names)
        rows = json_records(reading, file)
        by_columns.setdefault((columns, rows is not None), {})[file] = rows or 0
    return [
        Layout(tuple(alike), dict(zip(names, columns, strict=True)), rows=tuple(alike.values()) if known else None)
        for (columns, known), alike in by_columns.items()
    ]


def _check_inside(reading: Reading, files: Sequence[DataFile], name: str) -> None:
    """Refuse files whose rows lack a name that their folders tell, but other files have inside."""
    for file in files:
        if name in file.keys and not any(name in names_in_json(reading, [file], lines) for lines in (FIRST_LINES, -1)):
            raise ValueError(
                f"{reading.files.known_as(file)!r} has {name!r} only in the name of its folder, but other files have "
                "it inside; a name must be inside all files of one set, or in none."
            )
