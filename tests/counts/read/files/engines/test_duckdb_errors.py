"""DuckDB's words, as it said them in version 2.0, and ours."""

import pytest

from steelyard.counts.read.files.engines.duckdb_errors import reason
from steelyard.counts.read.frames.engines import LONGEST

SAID = [
    ("Invalid Input Error: No magic bytes found at end of file '/tmp/a.parquet'", "it is not a Parquet file, or it is"),
    ("Invalid Input Error: File '/tmp/a.parquet' too small to be a Parquet file", "it is not a Parquet file, or it is"),
    ("IO Error: Unexpected end of GZIP stream: /tmp/a.csv.gz", "it is cut off, or is not compressed in the way its"),
    (
        "Invalid Input Error: CSV Error on Line: 3\nOriginal Line: c\nExpected Number of Columns: 2 Found: 1\nPossible",
        "line 3 has 1 cells, but its header 2.",
    ),
    (
        'Invalid Input Error: CSV Error on Line: 3\nOriginal Line: c,"d\ne\n\nValue with unterminated quote found.\n\n',
        "a quote in line 3 is never closed, or text stands beside it.",
    ),
    (
        "Invalid Input Error: CSV Error on Line: 2\nOriginal Line: ?\nInvalid unicode. This file is not utf-8 encoded.",
        "it is not UTF-8 text.",
    ),
    (
        'Invalid Input Error: Malformed JSON in file "/tmp/b.ndjson", at byte 10 in line 3: unexpected end of data. ',
        "near line 3 it is not JSON (unexpected end of data).",
    ),
    (
        'Invalid Input Error: JSON transform error in file "d", in line 1: Object has duplicate key "y"\nTry setting',
        'it has an object with the key "y" twice.',
    ),
    (
        "An error occurred while trying to automatically install the required extension 'httpfs:\nFailed to download",
        "DuckDB could not fetch its extension httpfs, which opens such addresses.",
    ),
    ('IO Error: Cannot open file "/tmp/a": Permission denied', "you have no permission to read it."),
    ('IO Error: No files found that match the pattern "/tmp/a"\n\nLINE 1: SELECT', "it is not there."),
    (
        f"Error: CSV Error on Line: 2\nOriginal Line: {'a' * 10_000}\nMaximum line size of 2000000 bytes exceeded.\n\n",
        "line 2 has more than 2000000 bytes.",
    ),
    ("Some Error: what nobody has seen yet\nand more\nand more", "what nobody has seen yet, and more."),
]


@pytest.mark.parametrize(("problem", "sentence"), SAID)
def test_what_duckdb_says_becomes_a_sentence(problem, sentence):
    assert reason(problem).startswith(sentence)
    assert reason(problem).endswith(".")
    assert "\n" not in reason(problem)


def test_what_holds_the_data_is_cut_off():
    assert reason(f"Some Error: {'a' * 10_000}") == "a" * LONGEST + "…"
