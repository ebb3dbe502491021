"""Files as people have them: separators, quotes, marks, types, gaps, and what is wrong with them."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import steelyard as sy
from steelyard.counting.files import count_file

TRUTH = ["café", "café", 'né, "x"', "two\nlines", "café"]
GUESS = ["café", 'né, "x"', 'né, "x"', "two\nlines", "two\nlines"]
EXPECTED = sy.Confusion.from_labels(TRUTH, GUESS)


def _csv(path, separator=",", newline="\n", encoding="utf-8", truth=TRUTH, guess=GUESS):
    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    lines = [
        separator.join(["truth", "guess"]),
        *(separator.join(map(quoted, row)) for row in zip(truth, guess, strict=True)),
    ]
    path.write_bytes((newline.join(lines) + newline).encode(encoding))
    return path


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_csv_of_every_habit_simply_works(tmp_path, separator, newline, encoding):
    path = _csv(tmp_path / "a.csv", separator, newline, encoding)
    counted = count_file(path, "truth", "guess")
    assert counted.total == 5
    assert [label.replace("\r\n", "\n") for label in counted.labels] == list(EXPECTED.labels)
    assert (counted.counts == EXPECTED.counts).all()


def test_compressed_csv_parquet_and_ndjson_give_the_same_counts(tmp_path):
    plain = _csv(tmp_path / "a.csv")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(plain.read_bytes()))
    pq.write_table(pa.table({"truth": TRUTH, "guess": GUESS}), tmp_path / "a.parquet")
    with (tmp_path / "a.ndjson").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"truth": t, "guess": p}) + "\n" for t, p in zip(TRUTH, GUESS, strict=True))
    for name in ("a.csv", "a.csv.gz", "a.parquet", "a.ndjson"):
        assert count_file(tmp_path / name, "truth", "guess") == EXPECTED, name


def test_numbers_in_a_csv_become_numbers_and_codes_stay_text(tmp_path):
    ints = _csv(tmp_path / "i.csv", truth=["1", "2", "10"], guess=["1.0", "2", "2"])
    assert count_file(ints, "truth", "guess").labels == (1, 2, 10)
    codes = _csv(tmp_path / "c.csv", truth=["007", "1"], guess=["1", "1"])
    assert count_file(codes, "truth", "guess").labels == ("007", "1")
    mixed = _csv(tmp_path / "m.csv", truth=["1", "2"], guess=["1", "unknown"])
    assert count_file(mixed, "truth", "guess").labels == ("1", "2", "unknown")
    booleans = _csv(tmp_path / "b.csv", truth=["true", "false"], guess=["true", "true"])
    assert count_file(booleans, "truth", "guess").labels == ("false", "true")


def test_several_prediction_columns_share_one_label_set(tmp_path):
    pq.write_table(pa.table({"y": ["a", "b", "b"], "p": ["a", "a", "b"], "q": ["c", "b", "b"]}), tmp_path / "t.parquet")
    stack = count_file(tmp_path / "t.parquet", "y", ["p", "q"])
    assert stack.labels == ("a", "b", "c")
    assert stack.axes == {"model": ("p", "q")}
    assert stack["q"].counts.tolist() == [[0, 0, 1], [0, 2, 0], [0, 0, 0]]


def test_weights_are_summed(tmp_path):
    pq.write_table(pa.table({"y": ["a", "b", "b"], "p": ["a", "a", "a"], "w": [0.5, 1.5, 2.0]}), tmp_path / "t.parquet")
    assert count_file(tmp_path / "t.parquet", "y", "p", weight="w").counts.tolist() == [[0.5, 0], [3.5, 0]]


@pytest.mark.parametrize("weight", [[1.0, None], [1.0, -1.0], [1.0, float("nan")], [1.0, float("inf")], ["1", "x"]])
def test_bad_weights_are_refused_not_summed_as_0(tmp_path, weight):
    pq.write_table(pa.table({"y": ["a", "b"], "p": ["a", "b"], "w": weight}), tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="'w' has 1 weights that are no finite numbers"):
        count_file(tmp_path / "t.parquet", "y", "p", weight="w")


def test_missing_labels_are_refused_dropped_or_kept(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text('y,p\na,a\n,a\nb,""\nb,b\n', encoding="utf-8")
    with pytest.raises(ValueError, match="2"):
        count_file(path, "y", "p")
    dropped = count_file(path, "y", "p", missing="drop")
    assert (dropped.total, dropped.dropped) == (2, 2)
    assert count_file(path, "y", "p", missing="keep").labels == ("a", "b", None)


def test_nested_columns_probabilities_and_empty_files_are_refused(tmp_path):
    pq.write_table(pa.table({"y": ["a"], "p": [["a"]], "s": [{"k": 1}]}), tmp_path / "t.parquet")
    for column in ("p", "s"):
        with pytest.raises(ValueError, match="nested values"):
            count_file(tmp_path / "t.parquet", "y", column)
    scores = _csv(tmp_path / "s.csv", truth=["0", "1"], guess=["0.31", "0.84"])
    with pytest.raises(ValueError, match="probabilit"):
        count_file(scores, "truth", "guess")
    (tmp_path / "head.csv").write_text("y,p\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no rows"):
        count_file(tmp_path / "head.csv", "y", "p")
    (tmp_path / "nothing.csv").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"nothing\.csv"):
        count_file(tmp_path / "nothing.csv", "y", "p")


def test_a_broken_file_is_named(tmp_path):
    (tmp_path / "t.parquet").write_bytes(b"PAR1 this is not parquet")
    with pytest.raises(ValueError, match=r"cannot read .*t\.parquet"):
        count_file(tmp_path / "t.parquet", "y", "p")
    (tmp_path / "latin.csv").write_bytes("y,p\ncafé,a\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"cannot read .*latin\.csv"):
        count_file(tmp_path / "latin.csv", "y", "p")
    (tmp_path / "ragged.csv").write_text("y,p\na,b\na,b,c,d\n" + "a,b\n" * 50, encoding="utf-8")
    with pytest.raises(ValueError, match=r"cannot read .*ragged\.csv"):
        count_file(tmp_path / "ragged.csv", "y", "p")


def test_hostile_names_of_files_and_columns_are_only_names(tmp_path):
    name = 'it\'s "a"; DROP TABLE x'
    path = tmp_path / "o'hara; --.parquet"
    pq.write_table(pa.table({name: ["a", "b"], "p'q\"r": ["a", "a"]}), path)
    assert count_file(path, name, "p'q\"r").total == 2
    text = tmp_path / "o'hara.csv"
    text.write_text('"it\'s","p""q"\na,a\nb,a\n', encoding="utf-8")
    assert count_file(text, "it's", 'p"q').total == 2


def test_a_label_that_first_appears_far_down_is_no_surprise(tmp_path):
    rows = ["1,1"] * 30_000 + ["other,1"]
    (tmp_path / "late.csv").write_text("y,p\n" + "\n".join(rows) + "\n", encoding="utf-8")
    assert count_file(tmp_path / "late.csv", "y", "p").labels == ("1", "other")
