"""What only Polars does."""

import datetime as dt
import re
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from steelyard.counts.read.files.count_files import count_files


def test_without_polars_the_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"needs Polars: pip install polars"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")


@pytest.mark.parametrize("missing", ["refuse", "drop", "keep"])
def test_blank_lines_are_no_rows(tmp_path, missing):
    """Polars cannot tell a blank line from a row of empty cells; DuckDB skips it."""
    (tmp_path / "a.csv").write_text("\n \ny,p\na,b\n\n", encoding="utf-8")
    assert count_files(tmp_path / "a.csv", "y", "p", missing=missing).total == 1
    sentence = "it found 2 rows, but there are 1. DuckDB can: leave the engine out."
    with pytest.raises(ValueError, match=re.escape(sentence)):
        count_files(tmp_path / "a.csv", "y", "p", missing=missing, engine="polars")


def test_a_row_in_the_middle_that_is_too_short_has_missing_labels(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\na,b\na\na,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match="1 of 3 rows"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")


def test_a_row_that_is_too_long_is_refused_even_far_down(tmp_path):
    (tmp_path / "a.csv").write_text("y,p,x\n" + "a,b,1\n" * 50_000 + "a,b,1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.csv': line 50002 has 4 cells, but its header 3"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")


@pytest.mark.parametrize(
    ("name", "contents"),
    [
        ("json", ['[{"y": 1, "p": 1}]']),
        ("ndjson", ['{"y": 1, "p": 1}', '{"y": "1", "p": "1"}']),
        ("ndjson", ['{"y": 1, "p": 1}', '{"y": true, "p": true}']),
        ("csv", ['y,p\na,b\nc"d,b\nc"d,b\nc"d,b\n']),
    ],
    ids=["array", "number and text", "number and truth value", "stray quote"],
)
def test_what_polars_cannot_read_is_left_to_duckdb(tmp_path, name, contents):
    for number, content in enumerate(contents):
        (tmp_path / f"{number}.{name}").write_text(content, encoding="utf-8")
    assert count_files(tmp_path, "y", "p").total >= 1
    with pytest.raises(ValueError, match=r"^Polars cannot read '.*': .*\. DuckDB can: leave the engine out\.$"):
        count_files(tmp_path, "y", "p", engine="polars")


def test_moments_of_two_zones_are_left_to_duckdb(tmp_path):
    for zone in ("UTC", "Europe/Paris"):
        moments = pa.array([dt.datetime(2024, 1, 1, tzinfo=dt.UTC)], pa.timestamp("us", zone))
        pq.write_table(pa.table({"y": ["a"], "p": ["a"], "k": moments}), tmp_path / f"{zone[:3]}.parquet")
    assert len(count_files(tmp_path, "y", "p", by="k").axes["k"]) == 1
    with pytest.raises(ValueError, match=r"^Polars cannot read '.*DuckDB can: leave the engine out\.$"):
        count_files(tmp_path, "y", "p", by="k", engine="polars")


def test_durations_are_no_weights(tmp_path):
    """Parquet has none: only a note for Arrow tells them from whole numbers."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"y": ["a"], "p": ["a"], "w": pa.array([2], pa.duration("s"))}), path)
    with pytest.raises(ValueError, match="column 'w' must hold numbers to be the weights, not Duration"):
        count_files(path, "y", "p", weight="w", engine="polars")
    assert count_files(path, "y", "p", weight="w").total == 2
