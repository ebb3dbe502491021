"""Where the columns are: files that are read alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from steelyard.counts import labels as naming
from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.formats import Header

TEXT, KEY, WRITTEN, NOTHING = "text of CSV", "key of a folder", "JSON", '"NULL"'
"""Kinds of columns beside the types of Parquet, which DuckDB names. The last one is a type without values."""

FILE = "steelyard_file"
"""The column with the name of a row's file, where folders tell keys."""

WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT")
HUGE = ("HUGEINT", "UHUGEINT")
FLOATS = ("FLOAT", "DOUBLE")


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
