"""Whole columns of files, whatever their format: as written, in the order of the rows."""

import pyarrow as pa
import pytest
from pyarrow import parquet

from steelyard.counts.read.files.count_files import names_of_columns, text_columns


def test_csv_cells_are_the_texts_that_stand_there(tmp_path):
    (tmp_path / "a.csv").write_text('y,said,x\n007,"a, b",\n1e3,"two\nlines",NaN\n', encoding="utf-8")
    found = text_columns(tmp_path / "a.csv", ["x", "y", "said"])
    assert found == {"x": [None, "NaN"], "y": ["007", "1e3"], "said": ["a, b", "two\nlines"]}
    assert names_of_columns(tmp_path / "a.csv") == ["y", "said", "x"]


def test_parquet_and_json_values_are_written_out(tmp_path):
    columns = {"x": [1.5, None, 0.1], "n": [1, 2, 3], "word": ["a", None, 'q"'], "yes": [True, False, None]}
    parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    rows = ['{"x": 1.5, "n": 1, "word": "a", "yes": true}', '{"n": 2, "yes": false}']
    rows.append('{"x": 0.1, "n": 3, "word": "q\\"", "yes": null}')
    (tmp_path / "a.jsonl").write_text("\n".join(rows), encoding="utf-8")
    expected = {
        "x": ["1.5", None, "0.1"],
        "n": ["1", "2", "3"],
        "word": ["a", None, 'q"'],
        "yes": ["true", "false", None],
    }
    for name in ("a.parquet", "a.jsonl"):
        assert text_columns(tmp_path / name, list(columns)) == expected


def test_files_that_differ_in_their_columns_are_joined_by_name(tmp_path):
    (tmp_path / "1.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "2.csv").write_text("b;c;a\n4;9;3\n", encoding="utf-8")
    assert text_columns(tmp_path, ["a", "b"]) == {"a": ["1", "3"], "b": ["2", "4"]}


@pytest.mark.slow
def test_many_rows_keep_their_order(tmp_path):
    (tmp_path / "a.csv").write_text("i\n" + "\n".join(map(str, range(300_000))), encoding="utf-8")
    assert text_columns(tmp_path / "a.csv", ["i"])["i"] == list(map(str, range(300_000)))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.csv", "x,y\n", "a.csv' has no rows"),
        ("a.csv", "x\n1\n", "'a.csv' has no column 'y'; its columns are 'x'"),
        ("a.jsonl", '{"x": 1}\n', "'a.jsonl' has no column 'y'; its columns are 'x'"),
        ("a.csv", "x,y\n1,2,3\n", "line 2 has 3 cells, but its header 2"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, name, content, sentence):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=sentence):
        text_columns(tmp_path / name, ["x", "y"])
