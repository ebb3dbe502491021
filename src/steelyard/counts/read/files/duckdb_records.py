"""How many rows files have: by a scan of our own, or as they say themselves; never by the reading that is checked."""

# ruff: noqa: S608 - places are quoted

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import BinaryIO, NamedTuple, cast

from steelyard.counts.read.files.data_files import DataFile
from steelyard.counts.read.files.duckdb_session import Reading, UnreadableError, listed
from steelyard.counts.read.files.formats import GZIP, UNCLOSED, ZSTD, Header, compression_of
from steelyard.counts.read.files.layouts import Layout
from steelyard.counts.read.files.records import (
    MARK,
    CsvScan,
    chunks_of,
    count_csv_carefully,
    count_json,
    count_plain_json,
    scan_csv,
)

COMPRESSION = {GZIP: "gzip", ZSTD: "zstd", None: "none"}
LINES = (
    "auto_detect = false, columns = {'line': 'VARCHAR'}, delim = '\x01', quote = '', escape = '', strict_mode = false"
)
"""Options that read a text as if it had one column, its lines."""

AT_ONCE = 10_000


BUFFER = 32_000_000
"""Bytes of a CSV file that DuckDB reads together: 16 of its longest lines."""

LARGEST = 10**9


class CsvRecords(NamedTuple):
    """What must be known of a CSV file before it is read.

    Attributes
    ----------
    rows
        How many rows it has.
    serial, buffer
        How it must be read, as in `Layout`.
    """

    rows: int
    serial: bool
    buffer: int | None


def opens_in_python(file: DataFile) -> bool:
    """Tell whether Python can open a file: a local one, packed by gzip at most."""
    return file.is_local and compression_of(file.name) in (None, GZIP)


def lines_call(file: DataFile) -> str:
    """Return the call that reads the lines of a text."""
    return f"read_csv({listed([file])}, {LINES}, compression = '{COMPRESSION[compression_of(file.name)]}')"


def csv_records(reading: Reading, file: DataFile, header: Header) -> CsvRecords:
    """Return how many rows a CSV file has, and how it must be read.

    Where DuckDB (2.0) reads parts of a file side by side, quotes and blank lines may deceive it about where a row
    begins. Where it reads a file from its beginning to its end, a blank line that ends in a carriage return and a line
    feed, one at the end of a buffer and one in the next, puts a line feed before the next label; so such a file has to
    fit into one. And it stops without a word at a quote that is never closed; so that is refused.
    """
    in_python = opens_in_python(file)
    scan = scan_csv(_chunks(reading, file), header) if in_python else _scan_in_duckdb(reading, file, header)
    if scan.regular and not header.skip:
        rows = scan.lines - 1 - (0 if len(header.names) == 1 else scan.blank)
    else:
        lines = _lines_in_python(file) if in_python else _lines_in_duckdb(reading, file)
        rows, opened = count_csv_carefully(lines, header)
        if opened is not None:
            raise reading.refuse(file, UNCLOSED.format(opened))
    buffer = scan.size + 1 if scan.blank and scan.size >= BUFFER else None
    if buffer is not None and buffer > LARGEST:
        raise reading.refuse(file, "it has blank lines, and is too large for DuckDB to skip them; remove them first.")
    return CsvRecords(rows, scan.quotes > header.quotes or scan.blank > 0, buffer)


def json_records(reading: Reading, file: DataFile) -> int | None:
    """Return how many rows a JSON file has; None if Python cannot open it."""
    if not opens_in_python(file):
        return None
    plain = count_plain_json(_chunks(reading, file))
    return count_json(_chunks(reading, file)) if plain is None else plain


def parquet_records(reading: Reading, files: Sequence[DataFile]) -> dict[DataFile, int]:
    """Return how many rows Parquet files say they have."""
    query = "SELECT file_name, num_rows FROM parquet_file_metadata"
    rows = dict(reading.ask(lambda some: f"{query}({listed(some)})", files))
    return {file: rows[file.place] for file in files}


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


def _scan_in_duckdb(reading: Reading, file: DataFile, header: Header) -> CsvScan:
    """Scan a file that Python cannot open: if it has no quotes, inside of DuckDB."""
    quotes = "coalesce(sum(length(line) - length(replace(line, '\"', ''))), 0)::BIGINT"
    size = "coalesce(sum(strlen(line)), 0)::BIGINT"
    query = f"SELECT count(*), count(*) FILTER (line IS NULL), {quotes}, {size} FROM {lines_call(file)}"
    ((lines, blank, number, bytes_in_lines),) = reading.ask(lambda _: query, [file])
    if number:
        lines_of_it = _lines_in_duckdb(reading, file)
        scan = scan_csv(iter(lambda: "".join(islice(lines_of_it, AT_ONCE)).encode(), b""), header)
        return replace(scan, size=scan.size + lines)  # an end has two bytes at most
    return CsvScan(lines, blank, 0, bytes_in_lines + 2 * lines, regular=True)


def _chunks(reading: Reading, file: DataFile) -> Iterator[bytes]:
    try:
        yield from chunks_of(file.place, gzipped=compression_of(file.name) == GZIP)
    except ValueError as problem:
        raise reading.refuse(file, str(problem)) from None


def _lines_in_python(file: DataFile) -> Iterator[str]:
    """Yield the lines; bytes are taken for characters, as only those of ASCII matter."""
    content = gzip.open(file.place) if compression_of(file.name) == GZIP else open(file.place, "rb")  # noqa: PTH123, SIM115
    if content.read(len(MARK)) != MARK:
        content.seek(0)
    with io.TextIOWrapper(cast("BinaryIO", content), encoding="latin-1", newline="") as text:
        yield from text


def _lines_in_duckdb(reading: Reading, file: DataFile) -> Iterator[str]:
    cursor = reading.session.connection.cursor().execute(f"SELECT coalesce(line, '') FROM {lines_call(file)}")
    while some := cursor.fetchmany(AT_ONCE):
        yield from (f"{line}\n" for (line,) in some)
