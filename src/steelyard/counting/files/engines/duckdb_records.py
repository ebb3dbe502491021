"""How many rows files have: by a scan of our own, or as they say themselves; never by the reading that is checked."""

# ruff: noqa: S608 - places are quoted

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, cast

from steelyard.counting.files.data_files import DataFile
from steelyard.counting.files.engines.duckdb_reading import Reading, listed
from steelyard.counting.files.formats import GZIP, ZSTD, compression_of
from steelyard.counting.files.headers import UNCLOSED, Header
from steelyard.counting.files.layouts import Layout
from steelyard.counting.files.records import CsvScan, chunks_of, count_csv_carefully, count_json, scan_csv

COMPRESSION = {GZIP: "gzip", ZSTD: "zstd", None: "none"}
LINES = (
    "auto_detect = false, columns = {'line': 'VARCHAR'}, delim = '\x01', quote = '', escape = '', strict_mode = false"
)
"""Options that read a text as if it had one column, its lines."""

AT_ONCE = 10_000


class LostRowsError(ValueError):
    """An engine read more or fewer rows than there are.

    Attributes
    ----------
    reason
        How many it read, and how many there are.
    """

    def __init__(self, shown: str, engine: str, read: int, rows: int) -> None:
        self.reason = f"found {read:,} rows, but there are {rows:,}."
        super().__init__(f"cannot read {shown!r}: {engine} {self.reason}")


def opens_in_python(file: DataFile) -> bool:
    """Tell whether Python can open a file: a local one, packed by gzip at most."""
    return file.is_local and compression_of(file.name) in (None, GZIP)


def lines_call(file: DataFile) -> str:
    """Return the call that reads the lines of a text."""
    return f"read_csv({listed([file])}, {LINES}, compression = '{COMPRESSION[compression_of(file.name)]}')"


def csv_records(reading: Reading, file: DataFile, header: Header) -> tuple[int, bool]:
    """Return how many rows a CSV file has, and whether any of them has quotes.

    A file in which a quote is never closed is refused: DuckDB, reading from its beginning to its end, would stop there
    without a word.
    """
    in_python = opens_in_python(file)
    scan = scan_csv(_chunks(reading, file), header) if in_python else _scan_in_duckdb(reading, file)
    quoted = scan.quotes > header.quotes
    if scan.regular and not header.skip:
        return scan.lines - 1 - (0 if len(header.names) == 1 else scan.blank), quoted
    lines = _lines_in_python(file) if in_python else _lines_in_duckdb(reading, file)
    rows, opened = count_csv_carefully(lines, header)
    if opened is not None:
        raise reading.refuse(file, UNCLOSED.format(opened))
    return rows, quoted


def json_records(reading: Reading, file: DataFile) -> int | None:
    """Return how many rows a JSON file has; None if Python cannot open it."""
    return count_json(_chunks(reading, file)) if opens_in_python(file) else None


def parquet_records(reading: Reading, files: Sequence[DataFile]) -> dict[DataFile, int]:
    """Return how many rows Parquet files say they have."""
    query = "SELECT file_name, num_rows FROM parquet_file_metadata"
    rows = dict(reading.ask(lambda some: f"{query}({listed(some)})", files))
    return {file: rows[file.place] for file in files}


def check_rows(
    reading: Reading,
    engine: str,
    layouts: Sequence[Layout],
    read: Iterable[int],
    alone: Callable[[Layout], int] | None = None,
) -> None:
    """Refuse to go on if an engine read more or fewer rows than the files have.

    `read` are the numbers of rows that it read, once or for each model; `alone` reads those of one file anew, to find
    the file that is to be named.
    """
    if any(layout.rows is None for layout in layouts):
        return
    found = set(read) or {0}
    total = sum(sum(layout.rows or ()) for layout in layouts)
    if found == {total}:
        return
    for single in (single for layout in layouts for single in layout.one_by_one()) if alone else ():
        if alone and single.rows and (again := alone(single)) != single.rows[0]:
            raise LostRowsError(single.files[0].shown, engine, again, single.rows[0])
    raise LostRowsError(reading.files.given, engine, (found - {total}).pop(), total)


def _scan_in_duckdb(reading: Reading, file: DataFile) -> CsvScan:
    quotes = "coalesce(sum(length(line) - length(replace(line, '\"', ''))), 0)::BIGINT"
    query = f"SELECT count(*), count(*) FILTER (line IS NULL), {quotes} FROM {lines_call(file)}"
    ((lines, blank, quotes),) = reading.ask(lambda _: query, [file])
    return CsvScan(lines, blank, quotes, regular=quotes == 0)


def _chunks(reading: Reading, file: DataFile) -> Iterator[bytes]:
    try:
        yield from chunks_of(file.place, gzipped=compression_of(file.name) == GZIP)
    except ValueError as problem:
        raise reading.refuse(file, str(problem)) from None


def _lines_in_python(file: DataFile) -> Iterator[str]:
    """Yield the lines; bytes are taken for characters, as only those of ASCII matter."""
    content = gzip.open(file.place) if compression_of(file.name) == GZIP else open(file.place, "rb")  # noqa: PTH123, SIM115
    with io.TextIOWrapper(cast("BinaryIO", content), encoding="latin-1", newline="") as text:
        yield from text


def _lines_in_duckdb(reading: Reading, file: DataFile) -> Iterator[str]:
    query = f"SELECT coalesce(line, '') FROM {lines_call(file)}"
    found = reading.session.connection.cursor().execute(query)
    while some := found.fetchmany(AT_ONCE):
        yield from (line for (line,) in some)
