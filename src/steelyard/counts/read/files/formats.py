"""What is known of a file before it is read: its format, its keys, whether it is whole, a CSV's header and separator.

Folders tell keys in Hive's way: sales/year=2024/month=01/part-0.parquet. DuckDB reads a zstd file that is cut off as if
it ended there. The blocks of a zstd frame say how long they are, so that it takes one small read per block (of up to
128 KB) to walk to the end; nothing is unpacked. RFC 8878, section 3.1.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterable
from enum import StrEnum
from pathlib import PurePosixPath
from typing import BinaryIO, NamedTuple, cast
from urllib.parse import unquote


class Format(StrEnum):
    """What a data file is."""

    CSV = "CSV"
    PARQUET = "Parquet"
    JSON = "JSON"


ENDINGS = {
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".txt": Format.CSV,
    ".parquet": Format.PARQUET,
    ".pq": Format.PARQUET,
    ".ndjson": Format.JSON,
    ".jsonl": Format.JSON,
    ".json": Format.JSON,
}
GZIP, ZSTD = ".gz", ".zst"
COMPRESSED = (GZIP, ZSTD)


def format_of(name: str) -> Format | None:
    """Return the format of a file of this name, compressed or not; None if its end tells none.

    Examples
    --------
    >>> format_of("predictions/a.CSV.gz")
    <Format.CSV: 'CSV'>
    """
    path = PurePosixPath(name.lower().replace("\\", "/"))
    if path.suffix in COMPRESSED:
        path = path.with_suffix("")
    return ENDINGS.get(path.suffix)


def compression_of(name: str) -> str | None:
    """Return `GZIP` or `ZSTD` if the file is compressed as a whole, else None."""
    return next((ending for ending in COMPRESSED if name.lower().endswith(ending)), None)


NO_KEY = ("", "__HIVE_DEFAULT_PARTITION__")
"""What the folder of items without a key says."""

FOLDER = re.compile(r"(?<=[/\\])([^/\\=]+)=([^/\\]*)(?=[/\\])")


def partition_keys(place: str) -> dict[str, str | None]:
    """Return the keys in the folders of a path, as texts: month=01 is "01". Of two folders, the inner one counts.

    Examples
    --------
    >>> partition_keys("/data/year=2024/month=01/a%20b=__HIVE_DEFAULT_PARTITION__/part-0.parquet")
    {'year': '2024', 'month': '01', 'a b': None}
    """
    return {_decoded(name): key_text(value) for name, value in FOLDER.findall(place)}


def key_text(value: str) -> str | None:
    """Return what stands behind the = in the name of a folder; None if it says that there is no key."""
    return None if value in NO_KEY else _decoded(value)


def key_pattern(name: str) -> str:
    """Return the regular expression with which DuckDB finds the text of a key in a path, as its first group.

    The name of the folder may write characters by their numbers, as a%20b does.
    """
    spelled = "".join(_spellings(character) for character in name)
    return rf"(?s)^.*[/\\]{spelled}=([^/\\]*)[/\\]"


def _spellings(character: str) -> str:
    encoded = "".join(f"%(?i:{byte:02X})" for byte in character.encode())
    return rf"(?:\x{{{ord(character):X}}}|{encoded})"


def _decoded(text: str) -> str:
    """Return a text whose characters may be written by their numbers; itself, if these are not UTF-8."""
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


MAGIC = 0xFD2FB528
SKIPPABLE = range(0x184D2A50, 0x184D2A60)
RAW, RUN_LENGTH, PACKED = range(3)


def is_whole(file: BinaryIO) -> bool:
    """Walk over the frames of a file; tell whether it ends where its last frame does."""
    size = file.seek(0, 2)
    at = file.seek(0)
    while at < size:
        end = _frame_end(file, at, size)
        if end is None or end > size:
            return False
        at = end
    return True


def _frame_end(file: BinaryIO, at: int, size: int) -> int | None:
    """Return where the frame ends that starts here; None if it does not."""
    magic = _number_at(file, at, 4)
    if magic in SKIPPABLE:
        length = _number_at(file, at + 4, 4)
        return None if length is None else at + 8 + length
    descriptor = _number_at(file, at + 4, 1)
    if magic != MAGIC or descriptor is None:
        return None
    at += 5 + _header_length(descriptor)
    last = False
    while not last:
        block = _number_at(file, at, 3)
        if block is None or at > size:
            return None
        last, kind, length = bool(block & 1), block >> 1 & 3, block >> 3
        at += 3 + (1 if kind == RUN_LENGTH else length)
    return at + (4 if descriptor & 4 else 0)  # the checksum


def _header_length(descriptor: int) -> int:
    """Return how many bytes follow the descriptor: window, dictionary, size of the content."""
    single_segment = bool(descriptor >> 5 & 1)
    window = 0 if single_segment else 1
    dictionary = (0, 1, 2, 4)[descriptor & 3]
    content = (1 if single_segment else 0, 2, 4, 8)[descriptor >> 6]
    return window + dictionary + content


def _number_at(file: BinaryIO, at: int, length: int) -> int | None:
    file.seek(at)
    octets = file.read(length)
    return int.from_bytes(octets, "little") if len(octets) == length else None


# The header of a CSV file: its separator, the names of its columns, and the blank lines above it.


SEPARATORS = ",;\t|"
QUOTED = re.compile(r'"[^"]*"')


def separator_of(text: str) -> str | None:
    """Return the separator that the first line of a text has most of, quoted cells apart; None if it has none.

    Examples
    --------
    >>> separator_of('"a,b,c";d')
    ';'
    """
    first = next((line for line in QUOTED.sub("", text).split("\n") if line.strip(" \r")), "")
    best = max(SEPARATORS, key=first.count)
    return best if best in first else None


LONGEST = 1 << 20
"""Characters of the longest line that is taken for a header."""

OTHER_ENCODING = "it is not UTF-8 text."
CUT_OFF = "it is cut off, or is not compressed in the way its name says."
UNCLOSED = "a quote in line {} is never closed, or text stands beside it."


class Header(NamedTuple):
    """What the first line of a CSV file tells.

    Attributes
    ----------
    names
        The names of the columns, as they stand there; a name may occur twice.
    separator
        What stands between cells.
    skip
        Number of blank lines above.
    quotes
        Number of quotes in it.
    end
        The last character of its end, a line feed or, in old files, a carriage return.
    """

    names: tuple[str, ...]
    separator: str
    skip: int
    quotes: int = 0
    end: str = "\n"


def header_of(lines: Iterable[str]) -> Header:
    r"""Return the header that the first lines of a text hold; a ValueError says why there is none.

    Examples
    --------
    >>> header_of(["truth;guess\n", "a;b\n"])
    Header(names=('truth', 'guess'), separator=';', skip=0, quotes=0, end='\n')
    """
    remaining = iter(lines)
    skip, text = 0, ""
    for text in remaining:
        if text.strip(" \r\n"):
            break
        skip += 1
    while text.count('"') % 2 and (more := next(remaining, "")):  # a name of several lines
        text += more
    if "\0" in text:
        raise ValueError(OTHER_ENCODING)
    if len(text) >= LONGEST:
        raise ValueError(f"its first line has more than {LONGEST:,} characters.")
    separator = separator_of(text) or ","
    try:
        cells = next(csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True), [])
    except csv.Error as problem:
        raise ValueError(f"its header is not CSV ({problem}).") from None
    names = tuple(cell.strip() for cell in cells)
    if not any(names):
        raise ValueError("it has no header.")
    return Header(names, separator, skip, text.count('"'), "\r" if text.endswith("\r") else "\n")


def read_header(place: str, *, gzipped: bool) -> Header:
    """Return the header of a file, plain or gzipped."""
    try:
        with gzip.open(place) if gzipped else open(place, "rb") as file:  # noqa: PTH123 - a text, not a path
            text = io.TextIOWrapper(cast(BinaryIO, file), encoding="utf-8-sig", newline="")
            return header_of(iter(lambda: text.readline(LONGEST), ""))
    except UnicodeDecodeError:
        raise ValueError(OTHER_ENCODING) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise ValueError(CUT_OFF) from None
    except OSError as problem:
        raise ValueError(f"{problem.strerror or problem}.") from None
