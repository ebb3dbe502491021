"""Stored matrices: what they may look like and what is refused."""

import json

import pytest

import steelyard as sy
from steelyard.counting.matrix_file import read_matrix

CM = sy.Confusion([[5, 1], [2, 30]], labels=["fraud", "ok"])


@pytest.mark.parametrize(
    "text",
    [
        "truth,fraud,ok\nfraud,5,1\nok,2,30\n",
        ";fraud;ok\r\nfraud;5;1\r\nok;2;30\r\n",
        "\ufeff\tfraud\tok\nfraud\t5\t1\nok\t2\t30",
        'x,"fraud","ok"\n"fraud",5,1\n\n"ok",2,30\n',
        ",ok,fraud\nfraud,1,5\nok,30,2\n",  # columns in another order than the rows
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
        ("m.csv", "a,b,c\n1,2,3\n", "a matrix is square"),
        ("m.csv", ",a,b\na,1,2\nc,3,4\n", "must name the same classes"),
        ("m.csv", ",a,b\na,1,2\nb,3\n", "has 1 counts instead of 2"),
        ("m.csv", ",a,b\na,1,2\nb,3,many\n", "'many' where a count should be"),
        ("m.csv", ",a,b\na,1,-2\nb,3,4\n", "at least 0"),
        ("m.csv", ",a,a\na,1,2\na,3,4\n", "may occur once"),
        ("m.json", "{", "not JSON"),
        ("m.json", '{"labels": ["a"]}', 'needs the key "counts"'),
        ("m.json", "[[1, 2], [3]]", "different lengths"),
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
