"""Stored matrices: what they may look like and what is refused."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from searching import examples
from steelyard.counts.read.files.matrix_file import read_matrix

CM = sy.Confusion([[5, 1], [2, 30]], labels=["fraud", "ok"])


@pytest.mark.parametrize(
    "text",
    [
        "truth,fraud,ok\nfraud,5,1\nok,2,30\n",
        ";fraud;ok\r\nfraud;5;1\r\nok;2;30\r\n",
        "\ufeff\tfraud\tok\nfraud\t5\t1\nok\t2\t30",
        'x,"fraud","ok"\n"fraud",5,1\n\n"ok",2,30\n',
        ",ok,fraud\nfraud,1,5\nok,30,2\n",  # columns in another order than the rows
        '"a,b,c";fraud;ok\nfraud;5;1\nok;2;30\n',
    ],
)
def test_csv_with_labels_on_both_edges(tmp_path, text):
    path = tmp_path / "m.csv"
    path.write_bytes(text.encode())
    assert read_matrix(path) == CM


def test_csv_without_labels_and_numbers_as_labels(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("5,1\n2,30\n", encoding="utf-8")
    assert read_matrix(path).labels == (0, 1)
    path.write_text("truth,3,4\n3,5,1.5\n4,2,30\n", encoding="utf-8")
    assert read_matrix(path).labels == (3, 4)
    assert read_matrix(path).counts[0, 1] == 1.5


def test_labels_with_line_breaks_and_of_one_class(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(',"two\nlines",a\u2028b\n"two\nlines",5,1\na\u2028b,2,30\n', encoding="utf-8")
    assert read_matrix(path).labels == ("two\nlines", "a\u2028b")
    path.write_text("\ta\na\t5\n", encoding="utf-8")
    assert read_matrix(path).labels == ("a",)


def test_labels_are_numbers_if_all_of_them_are(tmp_path):
    path = tmp_path / "m.csv"
    for written, labels in {"1,2.0": (1, 2), "1,007": ("1", "007"), "1,b": ("1", "b"), "-1,1": (-1, 1)}.items():
        one, other = written.split(",")
        path.write_text(f"x,{written}\n{one},5,1\n{other},2,30\n", encoding="utf-8")
        assert read_matrix(path).labels == labels


def test_json_round_trip(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(CM.to_dict()), encoding="utf-8")
    assert read_matrix(path) == CM
    path.write_text("[[5, 1], [2, 30]]", encoding="utf-8")
    assert (read_matrix(path).counts == CM.counts).all()


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("m.csv", "", "it is empty"),
        ("m.csv", ",a,b,Total\na,1,2,3\nb,3,4,7\nTotal,4,6,10\n", "'Total' are the sums of the others"),
        ("m.csv", "a,b,c\n1,2,3\n", "a matrix is square"),
        ("m.csv", ",a,b\na,1,2\nc,3,4\n", "must name the same classes"),
        ("m.csv", ",a,b\na,1,2\nb,3\n", "has 1 counts instead of 2"),
        ("m.csv", ",a,b\na,1,2\nb,3,many\n", "'many' where a count should be"),
        ("m.csv", ",a,b\na,1,-2\nb,3,4\n", "at least 0"),
        ("m.csv", ",a,a\na,1,2\na,3,4\n", "may occur once"),
        ("m.csv", ',"a\na,1\n', "not CSV"),
        ("m.csv", ",a\na," + "1" * 200_000, "not CSV"),
        ("m.csv", ",a\na,1" + "\0", "where a count should be"),
        ("m.json", "{", "not JSON"),
        ("m.json", "", "not JSON"),
        ("m.json", "[" * 100_000, "nested too deeply"),
        ("m.json", "5", 'needs the key "counts"'),
        ("m.json", "[" + "1" * 5000 + "]", "cannot read a matrix"),
        ("m.json", '{"counts": [[[1]]], "axes": ["m"]}', "axes"),
        ("m.json", '{"counts": [[[1]]], "axes": {"m": 5}}', "must list the names of its slices"),
        ("m.json", '{"counts": [[[1]]], "axes": {"m": [{}]}}', "not hashable"),
        ("m.json", '{"counts": [[1]], "labels": 5}', "label"),
        ("m.json", '{"counts": [[1, 2], [3, 4]], "labels": [[1, [2]], [3]]}', "label"),
        ("m.json", '{"counts": [[1]], "dropped": "x"}', "dropped"),
        ("m.json", '{"labels": ["a"]}', 'needs the key "counts"'),
        ("m.json", "[[1, 2], [3]]", "rows of equal length"),
        ("m.json", '{"counts": [[1, 2], [3, 4]], "labels": ["a"]}', "1 labels for 2 classes"),
    ],
)
def test_what_is_no_matrix_is_refused_by_file_name(tmp_path, name, text, sentence):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=sentence) as refusal:
        read_matrix(path)
    assert name in str(refusal.value)


def test_text_in_another_encoding_is_refused(tmp_path):
    path = tmp_path / "m.csv"
    path.write_bytes(",é,b\n".encode("latin-1"))
    with pytest.raises(ValueError, match="not UTF-8"):
        read_matrix(path)


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "m.csv").mkdir()
    with pytest.raises(ValueError, match=r"m\.csv' is a folder"):
        read_matrix(tmp_path / "m.csv")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)
RECORDS = st.fixed_dictionaries(
    {"counts": JSON | st.just([[[1, 2], [3, 4]]])}, optional={"labels": JSON, "axes": JSON, "dropped": JSON}
)


@examples(3)
@given(JSON | RECORDS)
def test_any_json_is_a_matrix_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("json") / "m.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with contextlib.suppress(ValueError):
        read_matrix(path)


@examples(2)
@given(st.binary(max_size=60) | st.text(st.sampled_from('ab01.,;\t\n" '), max_size=40).map(str.encode))
def test_any_bytes_are_a_matrix_or_refused(tmp_path_factory, content):
    for name in ("m.csv", "m.json"):
        path = tmp_path_factory.mktemp("bytes") / name
        path.write_bytes(content)
        with contextlib.suppress(ValueError):
            read_matrix(path)
