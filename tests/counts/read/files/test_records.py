"""Counts of records, beside Python's csv and json and what DuckDB read; random files: test_random_files.py."""

import csv
import gzip
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.counts.read.files import count_files, duckdb_query, records
from steelyard.counts.read.files.count_files import text_columns
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


# What DuckDB read is compared with what the files have.


CSV = b"y,p,q\n" + b"a,b,a\nb,b,b\n" * 50
JSON = b'{"y": "a", "p": "b", "q": "a"}\n{"y": "b", "p": "b", "q": "b"}\n' * 50


def write(path):
    if path.name.endswith(".parquet"):
        pq.write_table(pa.table({"y": ["a", "b"] * 50, "p": ["b"] * 100, "q": ["a"] * 100}), path)
    elif "json" in path.name:
        path.write_bytes(gzip.compress(JSON, mtime=0) if path.suffix == ".gz" else JSON)
    else:
        packed = {".gz": lambda text: gzip.compress(text, mtime=0), ".zst": pa.Codec("zstd").compress}
        path.write_bytes(bytes(packed.get(path.suffix, bytes)(CSV)))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["csv", "csv.gz", "csv.zst", "parquet", "ndjson", "ndjson.gz"])
@pytest.mark.parametrize("predictions", ["p", ["p", "q"]], ids=["one", "two"])
def test_a_row_that_the_engine_loses_is_an_error(tmp_path, monkeypatch, form, predictions):
    for number in range(3):
        write(tmp_path / f"{number}.{form}")
    assert set(sy.Confusion.from_files(tmp_path, "y", predictions).total.ravel().tolist()) == {300}

    source = duckdb_query.source

    def losing(layout, files, kind):
        call = source(layout, files, kind)
        last = any(file.shown.endswith(f"2.{form}") for file in files)
        return f"(SELECT * FROM {call} LIMIT {100 * len(files) - 1})" if last else call  # noqa: S608

    for module in (duckdb_query, count_files):
        monkeypatch.setattr(module, "source", losing)
    sentence = rf"cannot read '.*2\.{form}': DuckDB found 99 rows, but there are 100\."
    with pytest.raises(ValueError, match=sentence):
        sy.Confusion.from_files(tmp_path, "y", predictions)
    with pytest.raises(ValueError, match=sentence):
        text_columns(tmp_path, ["y", "p"])


def told(monkeypatch, path):
    """Return how a file is read."""
    calls, made = [], duckdb_query._csv  # noqa: SLF001

    def noting(layout):
        calls.append(layout)
        return made(layout)

    with monkeypatch.context() as patched:
        patched.setattr(duckdb_query, "_csv", noting)
        total = sy.Confusion.from_files(path, "y", "p").total
    return total, calls[-1].serial, calls[-1].buffer


@pytest.mark.parametrize(
    ("content", "serial"),
    [
        (b"y,p\na,b\n", False),
        (b'"y","p"\na,b\n', False),  # quotes in the header only
        (b'y,p\n"a",b\n', True),
        (b"y,p\na,b\n\n", True),
        (b'y,p\n5" wide,b\n', True),
    ],
)
@pytest.mark.parametrize("form", ["csv", "csv.gz", "csv.zst"])
def test_files_with_quotes_or_blank_lines_are_read_from_beginning_to_end(tmp_path, monkeypatch, content, serial, form):
    packed = {"csv": content, "csv.gz": gzip.compress(content), "csv.zst": pa.Codec("zstd").compress(content)}
    (tmp_path / f"a.{form}").write_bytes(bytes(packed[form]))
    assert told(monkeypatch, tmp_path / f"a.{form}") == (1, serial, None)


@pytest.mark.parametrize("form", ["csv", "csv.gz", "csv.zst"])
def test_a_large_file_with_blank_lines_is_read_at_once(tmp_path, monkeypatch, form):
    """A blank line on the border of two of DuckDB's buffers puts a line feed before the next label."""
    content = b"y,p\r\n" + b"a,b\r\n\r\n" * 100
    packed = {"csv": content, "csv.gz": gzip.compress(content), "csv.zst": pa.Codec("zstd").compress(content)}
    (tmp_path / f"a.{form}").write_bytes(bytes(packed[form]))
    monkeypatch.setattr(records, "BUFFER", 100)
    made = duckdb_query._csv  # noqa: SLF001
    monkeypatch.setattr(duckdb_query, "_csv", lambda layout: [*made(layout), "max_line_size = 20"])
    total, serial, buffer = told(monkeypatch, tmp_path / f"a.{form}")
    assert (total, serial) == (100, True)
    assert buffer > len(content)
    monkeypatch.setattr(records, "LARGEST", 100)
    with pytest.raises(ValueError, match="it has blank lines, and is too large for DuckDB to skip them"):
        sy.Confusion.from_files(tmp_path / f"a.{form}", "y", "p")


def test_what_cannot_be_read_side_by_side_is_read_from_beginning_to_end(tmp_path, monkeypatch):
    """With buffers of 200 bytes, DuckDB 2.0 loses its way in files of any kind."""
    (tmp_path / "a.csv").write_bytes(b"y,p\r\n" + b"a,bb\r\nccc,a\r\na,cccc\r\n" * 1000)
    made = duckdb_query._csv  # noqa: SLF001
    options = ["buffer_size = 200", "max_line_size = 40"]
    monkeypatch.setattr(duckdb_query, "_csv", lambda layout: [*made(layout), *options])
    assert told(monkeypatch, tmp_path / "a.csv") == (3000, True, None)
