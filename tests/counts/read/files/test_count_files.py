"""Files as people have them: separators, quotes, marks, types, gaps, and what is wrong with them."""

import contextlib
import csv
import gzip
import json
import os
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from searching import examples
from steelyard.counts.read.files.count_files import columns_of

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
    counted = sy.Confusion.from_files(path, "truth", "guess")
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
        assert sy.Confusion.from_files(tmp_path / name, "truth", "guess") == EXPECTED, name


@pytest.mark.parametrize(
    ("truth", "guess"),
    [
        (["9007199254740993", "9007199254740992"], ["9007199254740993", "9007199254740992"]),  # equal as floats
        (["12345678901234567890", "12345678901234567891"], ["12345678901234567890", "12345678901234567891"]),
        (["1000", "1e3", "1_000", "+1000"], ["1000", "1e3", "1_000", "+1000"]),
        (["3", "\u0663"], ["3", "\u0663"]),  # an Arabic 3
        (["7", "007"], ["7", "007"]),
    ],
)
def test_labels_that_are_written_differently_are_different_classes(tmp_path, truth, guess):
    counted = sy.Confusion.from_files(_csv(tmp_path / "a.csv", truth=truth, guess=guess), "truth", "guess")
    assert len(counted.labels) == len(truth)
    assert counted.correct.tolist() == [1] * len(truth)


def test_half_stars_stay_text_and_decimals_beside_whole_numbers_are_probabilities(tmp_path):
    stars = _csv(tmp_path / "s.csv", truth=["0.5", "1.0"], guess=["1.0", "1.0"])
    assert sy.Confusion.from_files(stars, "truth", "guess").labels == ("0.5", "1.0")
    for scores in (["0.31", "1"], ["1e-05", "0.9"], [".5", "1.0"]):
        with pytest.raises(ValueError, match="probability"):
            sy.Confusion.from_files(_csv(tmp_path / "p.csv", truth=["0", "1"], guess=scores), "truth", "guess")


@pytest.mark.parametrize(("truth", "guess"), [(["0", "1"], ["no", "yes"]), (["no", "yes"], ["0", "1"])])
def test_numbers_beside_texts_are_refused_with_an_example_of_each(tmp_path, truth, guess):
    with pytest.raises(ValueError, match=r"numbers such as '0'.* texts such as 'no'"):
        sy.Confusion.from_files(_csv(tmp_path / "a.csv", truth=truth, guess=guess), "truth", "guess")


def test_labels_that_differ_only_in_spaces_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text("y, p\nok, ok\n", encoding="utf-8")
    with pytest.raises(ValueError, match="' ok' and 'ok' differ only in spaces"):
        sy.Confusion.from_files(tmp_path / "a.csv", "y", "p")


def test_quotes_that_first_appear_far_down_are_quotes(tmp_path):
    (tmp_path / "late.csv").write_text("y,p\n" + "a,b\n" * 30_000 + '"a","b"\n"x,1",b\n', encoding="utf-8")
    counted = sy.Confusion.from_files(tmp_path / "late.csv", "y", "p")
    assert counted.labels == ("a", "b", "x,1")
    assert counted.total == 30_002


def test_numbers_in_a_csv_become_numbers_and_codes_stay_text(tmp_path):
    ints = _csv(tmp_path / "i.csv", truth=["1", "2", "10"], guess=["1.0", "2", "2"])
    assert sy.Confusion.from_files(ints, "truth", "guess").labels == (1, 2, 10)
    codes = _csv(tmp_path / "c.csv", truth=["007", "1"], guess=["1", "1"])
    assert sy.Confusion.from_files(codes, "truth", "guess").labels == ("007", "1")
    mixed = _csv(tmp_path / "m.csv", truth=["1", "2"], guess=["1", "unknown"])
    assert sy.Confusion.from_files(mixed, "truth", "guess").labels == ("1", "2", "unknown")
    booleans = _csv(tmp_path / "b.csv", truth=["true", "false"], guess=["true", "true"])
    assert sy.Confusion.from_files(booleans, "truth", "guess").labels == ("false", "true")


def test_several_prediction_columns_share_one_label_set(tmp_path):
    pq.write_table(pa.table({"y": ["a", "b", "b"], "p": ["a", "a", "b"], "q": ["c", "b", "b"]}), tmp_path / "t.parquet")
    stack = sy.Confusion.from_files(tmp_path / "t.parquet", "y", ["p", "q"])
    assert stack.labels == ("a", "b", "c")
    assert stack.axes == {"model": ("p", "q")}
    assert stack["q"].counts.tolist() == [[0, 0, 1], [0, 2, 0], [0, 0, 0]]


def test_weights_are_summed(tmp_path):
    pq.write_table(pa.table({"y": ["a", "b", "b"], "p": ["a", "a", "a"], "w": [0.5, 1.5, 2.0]}), tmp_path / "t.parquet")
    assert sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", weight="w").counts.tolist() == [[0.5, 0], [3.5, 0]]


@pytest.mark.parametrize("weight", [[1.0, None], [1.0, -1.0], [1.0, float("nan")], [1.0, float("inf")]])
def test_bad_weights_are_refused_not_summed_as_0(tmp_path, weight):
    pq.write_table(pa.table({"y": ["a", "b"], "p": ["a", "b"], "w": weight}), tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="'w' has a weight that is no finite number"):
        sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p", weight="w")


def test_missing_labels_are_refused_dropped_or_kept(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text('y,p\na,a\n,a\nb,""\nb,b\n', encoding="utf-8")
    with pytest.raises(ValueError, match="2"):
        sy.Confusion.from_files(path, "y", "p")
    dropped = sy.Confusion.from_files(path, "y", "p", missing="drop")
    assert (dropped.total, dropped.dropped) == (2, 2)
    assert sy.Confusion.from_files(path, "y", "p", missing="keep").labels == ("a", "b", None)


def test_missing_labels_are_counted_in_rows_and_dropped_for_all_models(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("y,p,q,w\n" + "a,a,,2\n" * 3 + ",a,a,4\nb,b,b,1\nb,a,b,1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r'4 of 6 rows .* missing="drop".*missing="keep"'):
        sy.Confusion.from_files(path, "y", ["p", "q"])
    dropped = sy.Confusion.from_files(path, "y", ["p", "q"], missing="drop")
    assert dropped.dropped == 4
    assert dropped.total.tolist() == [2, 2]
    assert sy.Confusion.from_files(path, "y", ["p", "q"], weight="w", missing="drop").dropped == 4
    assert sy.Confusion.from_files(path, "y", "p", missing="drop").dropped == 1
    kept = sy.Confusion.from_files(path, "y", ["p", "q"], missing="keep")
    assert kept.labels == ("a", "b", None)
    assert kept.total.tolist() == [6, 6]


def test_nan_in_a_column_of_floats_is_missing(tmp_path):
    nan = float("nan")
    pq.write_table(pa.table({"y": [0.0, nan, 1.0], "p": pa.array([0.0, 1.0, nan], pa.float32())}), tmp_path / "t.pq")
    with pytest.raises(ValueError, match="2 of 3 rows"):
        sy.Confusion.from_files(tmp_path / "t.pq", "y", "p")
    assert sy.Confusion.from_files(tmp_path / "t.pq", "y", "p", missing="drop").dropped == 2


def test_a_file_of_nothing_but_gaps_has_nothing_to_count(tmp_path):
    (tmp_path / "gaps.csv").write_text("y,p\na,\n,a\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"every row of .* has a missing label"):
        sy.Confusion.from_files(tmp_path / "gaps.csv", "y", "p", missing="drop")


def test_numbers_and_texts_in_one_column_of_json_are_texts(tmp_path):
    """DuckDB reads such a column as JSON, where a text has quotes."""
    rows = [{"y": 1, "p": "1"}] * 30_000 + [{"y": "other", "p": "other"}]
    (tmp_path / "t.ndjson").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "t.ndjson", "y", "p").labels == ("1", "other")


def test_nested_columns_probabilities_and_empty_files_are_refused(tmp_path):
    pq.write_table(pa.table({"y": ["a"], "p": [["a"]], "s": [{"k": 1}]}), tmp_path / "t.parquet")
    for column in ("p", "s"):
        with pytest.raises(ValueError, match="nested values"):
            sy.Confusion.from_files(tmp_path / "t.parquet", "y", column)
    scores = _csv(tmp_path / "s.csv", truth=["0", "1"], guess=["0.31", "0.84"])
    with pytest.raises(ValueError, match="probabilit"):
        sy.Confusion.from_files(scores, "truth", "guess")
    (tmp_path / "head.csv").write_text("y,p\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no rows"):
        sy.Confusion.from_files(tmp_path / "head.csv", "y", "p")
    (tmp_path / "nothing.csv").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"nothing\.csv' is empty"):
        sy.Confusion.from_files(tmp_path / "nothing.csv", "y", "p")


def test_files_of_one_set_are_read_by_name_whatever_their_order_and_separator(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("p,y\na,b\n", encoding="utf-8")
    (tmp_path / "c.tsv").write_text("x\tp\ty\n,\ta\tb\n", encoding="utf-8")
    (tmp_path / "d.txt").write_text("\n  \nY;y;p\nno;b;b\n", encoding="utf-8")
    counted = sy.Confusion.from_files(tmp_path, "y", "p")
    assert counted.labels == ("a", "b")
    assert counted.counts.tolist() == [[0, 1], [2, 1]]


def test_names_that_differ_only_in_case_are_two_columns(tmp_path):
    """DuckDB takes them for one."""
    (tmp_path / "a.csv").write_text("Y,y,p\na,b,b\n", encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "a.csv", "Y", "p").labels == ("a", "b")
    assert sy.Confusion.from_files(tmp_path / "a.csv", "y", "p").labels == ("b",)
    assert sy.Confusion.from_files(tmp_path / "a.csv", "Y", "y").counts.tolist() == [[0, 1], [0, 0]]
    (tmp_path / "a.ndjson").write_text('{"Y": "a", "y": "b", "p": "b"}\n', encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "a.ndjson", "y", "p").labels == ("b",)
    with pytest.raises(ValueError, match="cannot tell the columns 'Y', 'y' of a JSON file apart"):
        sy.Confusion.from_files(tmp_path / "a.ndjson", "Y", "y")


def test_arrays_of_json_and_values_over_several_lines_are_rows(tmp_path):
    (tmp_path / "a.json").write_text('[{"y": 1, "p": 1},\n {"y": 2,\n "p": 1}]', encoding="utf-8")
    (tmp_path / "b.json").write_text('{\n"y": 2, "p": 1\n}\n{"y": 1.0, "p": true}', encoding="utf-8")
    (tmp_path / "c.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match=r"mix|texts"):  # true among numbers: texts in one column, numbers in the other
        sy.Confusion.from_files(tmp_path, "y", "p")
    (tmp_path / "b.json").write_text('{\n"y": 2, "p": 1\n}\n{"y": 1.0, "p": 2e0}', encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path, "y", "p").counts.tolist() == [[1, 1], [2, 0]]


def test_dates_in_json_are_the_texts_that_they_are(tmp_path):
    """DuckDB would make dates of them, unless a row far down says otherwise."""
    (tmp_path / "a.ndjson").write_text('{"y": "2024-01-01", "p": "2024-1-1"}\n', encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "a.ndjson", "y", "p").labels == ("2024-01-01", "2024-1-1")


def test_a_json_name_that_never_occurs_is_no_column_and_one_that_is_always_null_is_a_gap(tmp_path):
    (tmp_path / "a.ndjson").write_text('{"y": "a", "p": null, "q": "a"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"'a\.ndjson' has no column 'r'; its columns are 'y', 'p', 'q'"):
        sy.Confusion.from_files(tmp_path / "a.ndjson", "y", "r")
    with pytest.raises(ValueError, match="1 of 1 rows"):
        sy.Confusion.from_files(tmp_path / "a.ndjson", "y", "p")
    (tmp_path / "b.ndjson").write_text('{"y": "a", "q": "a"}\n{"y": "a"}\n', encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path, "y", "q", missing="drop").dropped == 1
    (tmp_path / "b.ndjson").write_text('{"y": "a"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"b\.ndjson' has no column 'q'; its columns are 'y'"):
        sy.Confusion.from_files(tmp_path, "y", "q", missing="drop")


def test_a_parquet_file_without_rows_among_others_adds_nothing(tmp_path):
    pq.write_table(pa.table({"y": ["a"], "p": ["b"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"y": pa.array([], pa.string()), "p": pa.array([], pa.string())}), tmp_path / "b.parquet")
    assert sy.Confusion.from_files(tmp_path, "y", "p").total == 1
    with pytest.raises(ValueError, match=r"b\.parquet' has no rows"):
        sy.Confusion.from_files(tmp_path / "b.parquet", "y", "p")


def test_the_columns_of_files_are_named_for_messages(tmp_path):
    (tmp_path / "k=1").mkdir()
    for name, content in (
        ("a.csv", "y,p\n"),
        ("b.ndjson", '{"y": 1, "p": 2}\n'),
        ("c.csv.zst", pa.Codec("zstd").compress(b"y,p\na,b\n", asbytes=True)),
    ):
        path = tmp_path / "k=1" / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        assert columns_of(path) == f"{name!r} has the columns 'y', 'p', 'k'"
    pq.write_table(pa.table({"y": [1], "p": [2]}), tmp_path / "k=1" / "d.parquet")
    assert columns_of([tmp_path / "k=1" / "d.parquet"]) == "'d.parquet' has the columns 'y', 'p', 'k'"


def test_many_groups_come_back_as_they_were_written(tmp_path, rng):
    """A group of its own for almost every row, with gaps."""
    truth, guess = rng.integers(0, 2000, 100_000), rng.integers(0, 2000, 100_000)
    table = {"y": [f"c{code}" for code in truth], "p": [f"c{code}" for code in guess]}
    pq.write_table(pa.table(table), tmp_path / "a.parquet")
    assert sy.Confusion.from_files(tmp_path / "a.parquet", "y", "p") == sy.Confusion.from_labels(table["y"], table["p"])
    pq.write_table(pa.table({"y": truth, "p": guess}), tmp_path / "b.parquet")
    assert sy.Confusion.from_files(tmp_path / "b.parquet", "y", "p") == sy.Confusion.from_labels(truth, guess)


def test_a_slice_whose_labels_are_all_missing_stays(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,p,k\na,a,1\n,a,2\n", encoding="utf-8")
    counted = sy.Confusion.from_files(path, "y", "p", by="k", missing="drop")
    expected = sy.Confusion.from_labels(["a", None], ["a", "a"], missing="drop", by={"k": [1, 2]})
    assert counted == expected
    assert counted.axes == expected.axes == {"k": (1, 2)}
    assert counted.dropped == 1


def test_labels_only_of_dropped_rows_do_not_decide_what_the_others_are(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,p,q\n1,1,1\nx,,1\n2,x,\n", encoding="utf-8")
    assert sy.Confusion.from_files(path, "y", ["p", "q"], missing="drop").labels == (1,)


def test_bad_words_are_refused_before_anything_is_read():
    with pytest.raises(ValueError, match='missing must be "refuse", "drop" or "keep"'):
        sy.Confusion.from_files("nowhere.csv", "y", "p", missing="perhaps")
    with pytest.raises(ValueError, match="several predictions make an axis 'model'"):
        sy.Confusion.from_files("nowhere.csv", "y", ["p", "q"], by="model")


def test_a_broken_file_is_named(tmp_path):
    (tmp_path / "t.parquet").write_bytes(b"PAR1 this is not parquet")
    with pytest.raises(ValueError, match=r"cannot read .*t\.parquet"):
        sy.Confusion.from_files(tmp_path / "t.parquet", "y", "p")
    for encoding in ("latin-1", "utf-16", "utf-16-le", "utf-32"):
        (tmp_path / "other.csv").write_bytes("y,p\ncafé,a\n".encode(encoding))
        with pytest.raises(ValueError, match=r"cannot read .*other\.csv': it is not UTF-8 text"):
            sy.Confusion.from_files(tmp_path / "other.csv", "y", "p")
    (tmp_path / "ragged.csv").write_text("y,p\na,b\na,b,c,d\n" + "a,b\n" * 50, encoding="utf-8")
    with pytest.raises(ValueError, match=r"cannot read .*ragged\.csv"):
        sy.Confusion.from_files(tmp_path / "ragged.csv", "y", "p")


def test_hostile_names_of_files_and_columns_are_only_names(tmp_path):
    name = 'it\'s "a"; DROP TABLE x'
    path = tmp_path / "o'hara; --.parquet"
    pq.write_table(pa.table({name: ["a", "b"], "p'q\"r": ["a", "a"]}), path)
    assert sy.Confusion.from_files(path, name, "p'q\"r").total == 2
    text = tmp_path / "o'hara.csv"
    text.write_text('"it\'s","p""q"\na,a\nb,a\n', encoding="utf-8")
    assert sy.Confusion.from_files(text, "it's", 'p"q').total == 2


def test_a_label_that_first_appears_far_down_is_no_surprise(tmp_path):
    rows = ["1,1"] * 30_000 + ["other,1"]
    (tmp_path / "late.csv").write_text("y,p\n" + "\n".join(rows) + "\n", encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "late.csv", "y", "p").labels == ("1", "other")


@pytest.mark.parametrize("name", ["glob[1].csv", "star*.csv", "what?.csv", "in[1]/x.csv"])
def test_a_name_with_the_characters_of_a_pattern_is_that_file(tmp_path, name):
    path, other = tmp_path / name, tmp_path / name.translate(str.maketrans("*?", "11", "[]"))
    for file, label in ((other, "other"), (path, "own")):
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"y,p\n{label},{label}\n", encoding="utf-8")
    assert sy.Confusion.from_files(path, "y", "p").labels == ("own",)
    path.write_bytes(b"y,p\n\xff,a\n")
    with pytest.raises(ValueError, match=re.escape(name)):
        sy.Confusion.from_files(path, "y", "p")


def test_a_name_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / os.fsdecode(b"a\xff.csv")
    try:
        path.write_text("y,p\na,b\n", encoding="utf-8")
    except OSError:
        pytest.skip("this system has no such names")
    with pytest.raises(ValueError, match="its name is not UTF-8"):
        sy.Confusion.from_files(path, "y", "p")


def test_the_names_of_folders_are_no_columns(tmp_path):
    (tmp_path / "p=z").mkdir()
    (tmp_path / "p=z" / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    assert sy.Confusion.from_files(tmp_path / "p=z" / "a.csv", "y", "p").labels == ("a", "b")


def test_columns_named_twice_are_refused_where_they_are_used(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("y,p,q,q\na,b,c,d\n", encoding="utf-8")
    assert sy.Confusion.from_files(path, "y", "p").total == 1
    with pytest.raises(ValueError, match=r"twice\.csv' names column 'q' twice"):
        sy.Confusion.from_files(path, "y", "q")
    with pytest.raises(ValueError, match="'y' is named as the truth and as a prediction"):
        sy.Confusion.from_files(path, "y", ["p", "y"])


def test_columns_may_have_the_names_of_our_query(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text("incomplete,weight,c0\na,a,2\nb,a,7\n", encoding="utf-8")
    assert sy.Confusion.from_files(path, "incomplete", "weight", weight="c0").counts.tolist() == [[2, 0], [7, 0]]


LABELS = st.text(st.sampled_from("ab#,;|'\" é\n\t"), min_size=1, max_size=4).filter(lambda text: text == text.strip())


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=8))
def test_labels_of_any_characters_come_back_as_the_csv_module_wrote_them(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("any") / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("y", "p"), *rows])
    assert sy.Confusion.from_files(path, "y", "p") == sy.Confusion.from_labels(*zip(*rows, strict=True))


@examples(1.5)
@given(st.binary(max_size=60), st.sampled_from(["a.csv", "a.json", "a.ndjson", "a.parquet", "a.csv.gz", "a.tsv.zst"]))
def test_any_bytes_are_counted_or_refused(tmp_path_factory, content, name):
    path = tmp_path_factory.mktemp("bytes") / name
    for start in (b"", b"y,p\n", b'{"y": 1, "p": '):
        path.write_bytes(start + content)
        with contextlib.suppress(ValueError):
            sy.Confusion.from_files(path, "y", "p")
