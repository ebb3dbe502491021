"""What only Polars does."""

import sys

import pytest

from steelyard.counting.files.count_files import count_files


def test_without_polars_the_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"needs Polars: pip install 'steelyard\[polars\]'"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")


def test_blank_lines_are_rows_without_labels_and_never_dropped_in_silence(tmp_path):
    """Polars cannot tell a blank line from a row of empty cells; DuckDB skips it."""
    (tmp_path / "a.csv").write_text("\n \ny,p\na,b\n\n", encoding="utf-8")
    assert count_files(tmp_path / "a.csv", "y", "p").total == 1
    with pytest.raises(ValueError, match="1 of 2 rows"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")


def test_a_row_that_is_too_short_has_missing_labels(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\na,b\na\n", encoding="utf-8")
    with pytest.raises(ValueError, match="1 of 2 rows"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")


def test_a_row_that_is_too_long_is_refused_even_far_down(tmp_path):
    (tmp_path / "a.csv").write_text("y,p,x\n" + "a,b,1\n" * 50_000 + "a,b,1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.csv': line 50002 has 4 cells, but its header 3"):
        count_files(tmp_path / "a.csv", "y", "p", engine="polars")
