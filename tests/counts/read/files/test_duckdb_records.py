"""What DuckDB read is compared with what the files have."""

import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import steelyard as sy
from steelyard.counts.read.files import count_files as reading_texts
from steelyard.counts.read.files import duckdb_files, duckdb_query, duckdb_records
from steelyard.counts.read.files.count_files import text_columns

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

    for module in (duckdb_query, duckdb_files, reading_texts):
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
    monkeypatch.setattr(duckdb_records, "BUFFER", 100)
    made = duckdb_query._csv  # noqa: SLF001
    monkeypatch.setattr(duckdb_query, "_csv", lambda layout: [*made(layout), "max_line_size = 20"])
    total, serial, buffer = told(monkeypatch, tmp_path / f"a.{form}")
    assert (total, serial) == (100, True)
    assert buffer > len(content)
    monkeypatch.setattr(duckdb_records, "LARGEST", 100)
    with pytest.raises(ValueError, match="it has blank lines, and is too large for DuckDB to skip them"):
        sy.Confusion.from_files(tmp_path / f"a.{form}", "y", "p")


def test_what_cannot_be_read_side_by_side_is_read_from_beginning_to_end(tmp_path, monkeypatch):
    """With buffers of 200 bytes, DuckDB 2.0 loses its way in files of any kind."""
    (tmp_path / "a.csv").write_bytes(b"y,p\r\n" + b"a,bb\r\nccc,a\r\na,cccc\r\n" * 1000)
    made = duckdb_query._csv  # noqa: SLF001
    options = ["buffer_size = 200", "max_line_size = 40"]
    monkeypatch.setattr(duckdb_query, "_csv", lambda layout: [*made(layout), *options])
    assert told(monkeypatch, tmp_path / "a.csv") == (3000, True, None)
