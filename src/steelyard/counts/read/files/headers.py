"""The header of a CSV file: its separator, the names of its columns, and the blank lines above it."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterable
from typing import BinaryIO, NamedTuple, cast

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
