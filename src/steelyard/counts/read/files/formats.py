"""What is known of a file before it is read: its format, by its name; its keys, by its folders; whether it is whole.

Folders tell keys in Hive's way: sales/year=2024/month=01/part-0.parquet. DuckDB reads a zstd file that is cut off as if
it ended there. The blocks of a zstd frame say how long they are, so that it takes one small read per block (of up to
128 KB) to walk to the end; nothing is unpacked. RFC 8878, section 3.1.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import PurePosixPath
from typing import BinaryIO
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
    found = file.read(length)
    return int.from_bytes(found, "little") if len(found) == length else None
