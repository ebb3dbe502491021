"""How many records files have: by a scan of our own, or as they say; never by the reading that is to be checked."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

import numpy as np

from steelyard.counts.read.files.data_files import DataFile
from steelyard.counts.read.files.duckdb_session import Reading, listed
from steelyard.counts.read.files.formats import CUT_OFF, GZIP, UNCLOSED, ZSTD, Header, compression_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


CHUNK = 1 << 20
"""Bytes that are looked at together; what is made of them stays in the processor's cache."""

QUOTE, SPACE = ord('"'), b" \t\r\n"
MARK = b"\xef\xbb\xbf"
"""What may stand at the beginning of a UTF-8 text."""

BRACES = b"{[}]n"
"""What opens and closes values in JSON, and null, which is a row as well."""

_DEEPER = np.array([1, 1, -1, -1, 0], dtype=np.int64)
_PLACES = np.full(256, -1, dtype=np.int8)
_PLACES[list(BRACES)] = range(len(BRACES))


@dataclass(frozen=True)
class CsvScan:
    """What a scan of a CSV file tells.

    Attributes
    ----------
    lines
        Lines that end outside of quotes, the header among them; the last one may lack its end.
    blank
        How many of them are empty.
    quotes
        How many quotes there are.
    size
        How many bytes there are.
    regular
        Whether each quote opens a cell at its beginning, closes it, or is one of two inside of it. If not, such as in
        5" wide, the lines are to be counted carefully.
    """

    lines: int
    blank: int
    quotes: int
    size: int
    regular: bool


def chunks_of(place: str, *, gzipped: bool) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked and without a mark of UTF-8."""
    try:
        with gzip.open(place) if gzipped else open(place, "rb", buffering=0) as file:  # noqa: PTH123 - a text
            if (start := cast("BinaryIO", file).read(len(MARK))) not in (MARK, b""):
                yield start
            while chunk := cast("BinaryIO", file).read(CHUNK):
                yield chunk
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise ValueError(CUT_OFF) from None
    except OSError as problem:
        raise ValueError(f"{problem.strerror or problem}.") from None


def scan_csv(chunks: Iterable[bytes], header: Header) -> CsvScan:
    r"""Count the lines of a CSV file that end outside of quotes; each quote counts as one that opens or closes.

    Examples
    --------
    >>> scan_csv([b'y,p\r\n"a\nb",c\r\n\r\nd', b",e"], Header(("y", "p"), ",", skip=0))
    CsvScan(lines=4, blank=1, quotes=2, size=19, regular=True)
    """
    ending = ord(header.end)
    may_open = np.zeros(256, dtype=bool)
    may_open[[ord(header.separator), ending, QUOTE]] = True  # what stands before a quote that opens a cell
    lines = blank = quotes = size = 0
    regular = True
    tail = bytes([ending, ending])  # as if a line had ended before the first one
    for chunk in chunks:
        text = tail + chunk
        octets = np.frombuffer(text, dtype=np.uint8)
        ends = octets == ending
        empty = ends[2:] & ends[1:-1]
        if b"\r" in text and header.end == "\n":
            empty |= ends[2:] & ends[:-2] & (octets[1:-1] == ord("\r"))
        if b'"' in text:
            marks = _words(octets[2:] == QUOTE)
            inside = _inside(marks, quotes % 2 == 1)
            lines += _number(_words(ends[2:]) & ~inside)
            blank += _number(_words(empty) & ~inside)
            quotes += _number(marks)
            regular &= not (marks & inside & ~_words(may_open[octets[1:-1]])).any()
        elif quotes % 2 == 0:
            lines += int(np.count_nonzero(ends[2:]))
            blank += int(np.count_nonzero(empty))
        tail = text[-2:]
        size += len(chunk)
    return CsvScan(lines + (tail[-1] != ending), blank, quotes, size, regular and quotes % 2 == 0)


def count_plain_json(chunks: Iterable[bytes]) -> int | None:
    r"""Count the objects of a JSON file if each stands on a line and has none inside; None if that is not plain to see.

    It takes no more than this: each brace that opens begins a line, and each line ends in one that closes, or is empty.
    A text of JSON holds no line break, so that a brace before one is not inside of a text.

    Examples
    --------
    >>> count_plain_json([b'{"y": 1}\n{"y": 2}\n']), count_plain_json([b'{"y": {}}\n'])
    (2, None)
    """
    number, tail = 0, b"\n\n"
    for chunk in chunks:
        octets = np.frombuffer(tail + chunk, dtype=np.uint8)
        ends, closed = octets == ord("\n"), octets == ord("}")
        fine = closed | ends
        if b"\r" in chunk or tail.endswith(b"\r"):
            fine[1:] |= fine[:-1] & (octets[1:] == ord("\r"))
        opened = octets[2:] == ord("{")
        if (ends[2:] & ~fine[1:-1]).any() or (opened & ~ends[1:-1]).any():
            return None
        number += int(np.count_nonzero(opened))
        tail = (tail + chunk)[-2:]
    return number if tail.endswith((b"}", b"\n")) else None


def count_json(chunks: Iterable[bytes]) -> int:
    r"""Count the objects (and nulls) of a JSON file that are not inside another one: by lines, in one list, or neither.

    Examples
    --------
    >>> count_json([b'{"y": "}"}\n{"y": [{}]}\n']), count_json([b'[{"y": 1},\n {"y": 2}]'])
    (2, 2)
    """
    number, quotes, depth, top, held = 0, 0, 0, None, b""
    for read in chunks:
        chunk = held + read
        held = b"\\" * ((len(chunk) - len(chunk.rstrip(b"\\"))) % 2)  # the end of which comes with the next chunk
        if b"\\" in chunk:  # two of them are one, and then those before a quote make it a part of the text
            chunk = chunk[: len(chunk) - len(held)].replace(b"\\\\", b"").replace(b'\\"', b"")
        if not chunk:
            continue
        if top is None and (start := chunk.lstrip(SPACE)):
            top = int(start.startswith(b"["))
        octets = np.frombuffer(chunk, dtype=np.uint8)
        marks = _words(octets == QUOTE)
        inside = _inside(marks, quotes % 2 == 1)
        kinds = _PLACES[octets]
        braces = np.flatnonzero(_bytes(_words(kinds >= 0) & ~inside, len(octets)))
        kinds = kinds[braces]
        deeper = _DEEPER[kinds]
        depths = depth + np.cumsum(deeper)
        opened = (depths - deeper == top) & ((kinds == BRACES.index(b"{")) | (kinds == BRACES.index(b"n")))
        number += int(np.count_nonzero(opened))
        depth = int(depths[-1]) if len(depths) else depth
        quotes += _number(marks)
    return number


def count_csv_carefully(lines: Iterable[str], header: Header) -> tuple[int, int | None]:
    r"""Count the rows of a CSV file where quotes may stand in the midst of a text, such as 5" wide.

    A quote opens a cell at its beginning only, or after one space, as in DuckDB. Returns the number of rows, and in
    which line a quote opens that is never closed, if any.

    Examples
    --------
    >>> header = Header(("y", "p"), ",", skip=0)
    >>> count_csv_carefully(["y,p\n", '5" wide,a\n', '"b\n', '""b",a\n'], header)
    (2, None)
    >>> count_csv_carefully(["y,p\n", 'a,b\n', 'a,"b\n'], header)
    (1, 3)
    """
    opens = re.compile(rf'(?:\A|{re.escape(header.separator)}) ?"')
    closes = re.compile(r'[^"]*(?:""[^"]*)*"(?!")')
    rows, opened = -1, None
    for number, line in enumerate(lines, start=1):
        at, can_open = 0, True
        while '"' in line and can_open:
            quote = (opens.search if opened is None else closes.match)(line, at)
            if quote is None:
                can_open = False
            else:
                at, opened = quote.end(), number if opened is None else None
        is_row = line.strip("\r\n") or len(header.names) == 1
        if number > header.skip and opened is None and is_row:
            rows += 1
    return rows, opened


def _words(mask: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return truth values as bits, 64 in a word, the first one lowest."""
    packed = np.packbits(mask, bitorder="little")
    return np.pad(packed, (0, -len(packed) % 8)).view("<u8").astype(np.uint64, copy=False)


def _bytes(words: NDArray[np.uint64], length: int) -> NDArray[np.uint8]:
    """Return bits as bytes of 0 and 1."""
    return np.unpackbits(words.astype("<u8", copy=False).view(np.uint8), count=length, bitorder="little")


def _inside(marks: NDArray[np.uint64], start: bool) -> NDArray[np.uint64]:
    """Return the bits that follow an odd number of marks, of themselves as well: each mark turns all that follow."""
    turned = marks.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        turned ^= turned << np.uint64(shift)
    last = turned >> np.uint64(63)
    before = np.bitwise_xor.accumulate(np.concatenate([[np.uint64(start)], last[:-1]]))
    return turned ^ (np.uint64(0) - before)  # 0, or all bits


def _number(words: NDArray[np.uint64]) -> int:
    return int(np.bitwise_count(words).sum())


# Of each file: scanned here, or by DuckDB where Python cannot open it.


# ruff: noqa: S608 - places are quoted


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
    content = gzip.open(file.place) if compression_of(file.name) == GZIP else open(file.place, "rb")  # noqa: PTH123, SIM115 - the wrapper below closes it
    if content.read(len(MARK)) != MARK:
        content.seek(0)
    with io.TextIOWrapper(cast("BinaryIO", content), encoding="latin-1", newline="") as text:
        yield from text


def _lines_in_duckdb(reading: Reading, file: DataFile) -> Iterator[str]:
    cursor = reading.session.connection.cursor().execute(f"SELECT coalesce(line, '') FROM {lines_call(file)}")
    while some := cursor.fetchmany(AT_ONCE):
        yield from (f"{line}\n" for (line,) in some)
