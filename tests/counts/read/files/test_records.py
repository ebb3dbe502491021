"""Counts of records, beside Python's csv and json; random files: test_random_files.py."""

import csv
import gzip
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.files.formats import Header
from steelyard.counts.read.files.records import (
    CsvScan,
    chunks_of,
    count_csv_carefully,
    count_json,
    count_plain_json,
    scan_csv,
)

HEADER = Header(("y", "p"), ",", skip=0)


def cut(content, sizes):
    """Cut bytes into chunks of these sizes, again and again."""
    while content:
        for size in sizes:
            yield content[:size]
            content = content[size:]
            if not content:
                return


SIZES = st.lists(st.integers(1, 200), min_size=1, max_size=5)
CELLS = st.text(st.sampled_from('ab,"\n\r é'), max_size=8)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=40), st.sampled_from(["\n", "\r\n", "\r"]), SIZES)
def test_lines_outside_of_quotes_are_what_csv_reads(rows, end, sizes):
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator=end, quoting=csv.QUOTE_ALL).writerows([["y", "p"], *rows])
    content = text.getvalue()
    read = list(csv.reader(io.StringIO(content, newline="")))
    header = HEADER._replace(end=end[-1])
    scan = scan_csv(cut(content.encode(), sizes), header)
    assert scan == CsvScan(len(read), 0, content.count('"'), len(content.encode()), regular=True)
    assert count_csv_carefully(io.StringIO(content, newline=""), header) == (len(read) - 1, None)


@given(st.text(st.sampled_from("a,\n"), max_size=300), SIZES, st.booleans())
def test_lines_and_blank_lines_without_quotes(text, sizes, crlf):
    lines = text.split("\n")
    if not lines[-1]:  # the last line has its end
        lines.pop()
    content = text.replace("\n", "\r\n" if crlf else "\n").encode()
    scan = scan_csv(cut(content, sizes), HEADER)
    assert (scan.lines, scan.blank) == (len(lines), lines.count(""))


@pytest.mark.parametrize(
    ("row", "regular"),
    [
        ('"a","b"', True),
        ('a,"b""c"', True),
        ('a,"""b"""', True),
        ('a,5" wide', False),
        ('a "b",c', False),
        ('a, "b"', False),
        ('a,"b"c"', False),
        ('a"",b', False),
        ('a,"b', False),
        ('a,b"\na,"b', False),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 64])
def test_quotes_that_may_deceive_are_told(row, regular, size):
    assert scan_csv(cut(f"y,p\n{row}\n".encode(), [size]), HEADER).regular is regular


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('y,p\n5" wide,"a\n"\nb,c\n', (2, None)),
        ('y,p\na, "b\nb"\n', (1, None)),
        ('y,p\na,  "b\n', (1, None)),  # two spaces: the quote is text to DuckDB
        ('y,p\n"""\n""",a\n\n', (1, None)),
        ('y,p\na,b"\na,"b\na,b\n', (1, 3)),
        ("\n  \ny,p\na,b", (1, None)),
    ],
)
def test_quotes_in_the_midst_of_texts_are_counted_carefully(text, told):
    skip = 2 if text.startswith("\n") else 0
    assert count_csv_carefully(io.StringIO(text, newline=""), HEADER._replace(skip=skip)) == told


def test_a_blank_line_of_one_column_is_a_row():
    header = Header(("p",), ",", skip=0)
    assert count_csv_carefully(["p\n", "a\n", "\n", "b"], header) == (3, None)


KEYS = st.text('a"{\\', max_size=3)
LEAVES = st.none() | st.booleans() | st.integers() | st.text(st.sampled_from('a{}[]"\\n, é'), max_size=6)
INSIDE = st.lists(LEAVES, max_size=3) | st.dictionaries(KEYS, LEAVES, max_size=3)
VALUES = LEAVES | INSIDE | st.lists(INSIDE, max_size=2) | st.dictionaries(KEYS, INSIDE, max_size=2)
ROWS = st.lists(st.dictionaries(st.text("yp", min_size=1, max_size=2), VALUES, max_size=3) | st.none(), max_size=20)


@given(ROWS, SIZES, st.sampled_from([None, 1]), st.sampled_from(["lines", "list"]))
def test_objects_of_json_are_counted_however_they_are_laid_out(rows, sizes, indent, layout):
    texts = [json.dumps(row, indent=indent, ensure_ascii=False) for row in rows]
    content = f" [{', '.join(texts)}]" if layout == "list" else "\n\n".join(texts)
    assert count_json(cut(content.encode(), sizes)) == len(rows)
    assert count_plain_json(cut(content.encode(), sizes)) in {None, len(rows)}


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (b'{"y": "}"}\n{"y": [1, 2]}\n', 2),
        (b'{"y": 1}\r\n\r\n{"y": 2}', 2),
        (b'{"y": "{"}\n', None),
        (b'{"y": 1}{"y": 2}\n', None),
        (b'{"y":\n{}\n}\n', None),
        (b'{"y":\r\n{}\r\n}\r\n', None),
        (b'{"y": 1\n}\n', None),
        (b'[{"y": 1}]\n', None),
        (b'{"y": 1}\nnull\n', None),
        (b'{"y": 1}\nnull', None),
    ],
)
def test_plain_lines_of_json_are_told_from_others(content, number):
    for size in (1, 2, 3, 100):
        assert count_plain_json(cut(content, [size])) == number


def test_the_mark_of_utf_8_is_no_content(tmp_path):
    for gzipped in (False, True):
        for content in (b"", b"a", b"ab,c\n", b"\xef\xbb"):
            for mark in (b"", b"\xef\xbb\xbf"):
                whole = mark + content
                (tmp_path / "a").write_bytes(gzip.compress(whole) if gzipped else whole)
                assert b"".join(chunks_of(str(tmp_path / "a"), gzipped=gzipped)) == content
