"""What DuckDB says when it cannot read a file, as a sentence for people who gave the file and not the query."""

from __future__ import annotations

import re

from steelyard.counts.read.files.headers import CUT_OFF, OTHER_ENCODING, UNCLOSED
from steelyard.counts.read.frames.engines import sentence

KNOWN = [
    (r"not utf-8 encoded|invalid UTF-8|byte order mark", OTHER_ENCODING),
    (r"No magic bytes found|too small to be a Parquet file", "it is not a Parquet file, or it is cut off."),
    (r"end of GZIP stream|Data corruption|is not a GZIP|not a gzip|[Zz]std", CUT_OFF),
    (
        r"CSV Error on Line: (\d+)[\s\S]*Expected Number of Columns: (\d+) Found: (\d+)",
        r"line \1 has \3 cells, but its header \2.",
    ),
    (
        r"CSV Error on Line: (\d+)[\s\S]*unterminated quote",
        UNCLOSED.format(r"\1"),
    ),
    (r"CSV Error on Line: (\d+)[\s\S]*Maximum line size of (\d+) bytes", r"line \1 has more than \2 bytes."),
    (r"CSV Parser state machine", "its lines end in different ways, or its quotes do not match."),
    (r"Malformed JSON[\s\S]*?in (?:line|record/value) (\d+): ([^.\n]*)", r"near line \1 it is not JSON (\2)."),
    (r"has duplicate key (\"[^\"]*\")", r"it has an object with the key \1 twice."),
    (r"Expected OBJECT, but got (\w+)", "its lines are no objects with named values."),
    (r"required extension '(\w+)", r"DuckDB could not fetch its extension \1, which opens such addresses."),
    (r"Permission denied", "you have no permission to read it."),
    (r"No files found|No such file|Cannot open file", "it is not there."),
    (r"Out of Memory", "there is not enough memory."),
]
ADVICE = re.compile("\n(?:Possible |LINE |Try |For more )")
KIND = re.compile(r"^(?:[A-Z][A-Za-z]* )+(?:Error|Exception): ")


def reason(problem: str) -> str:
    """Return why a file cannot be read.

    Examples
    --------
    >>> reason("Invalid Input Error: No magic bytes found at end of file '/tmp/a.parquet'")
    'it is not a Parquet file, or it is cut off.'
    """
    for pattern, known in KNOWN:
        found = re.search(pattern, problem)
        if found:
            return found.expand(known)
    lines = [line.strip() for line in ADVICE.split(KIND.sub("", problem))[0].splitlines() if line.strip()]
    return sentence(", ".join(lines[:2]))
