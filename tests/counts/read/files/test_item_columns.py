"""Items of files one by one: labels as they are counted, other columns as they are written."""

import pytest

import steelyard as sy
from steelyard.extending import read_items


def test_labels_are_those_that_are_counted_and_other_columns_texts(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text('y,p,said,x\n1.0,1,"a, b",\n2,1,c,NaN\n1,2,d,007\n', encoding="utf-8")
    found = read_items(file, "y", ["x", "said"])
    assert found.labels == [1, 2, 1]
    assert found.columns == {"x": [None, "NaN", "007"], "said": ["a, b", "c", "d"]}
    assert set(found.labels) == set(sy.Confusion.from_files(file, "y", "p").labels)


def test_all_others_are_read_if_none_are_named_from_files_in_their_order(tmp_path):
    for name, rows in {"1": "b,2\n", "2": "a,1\n"}.items():
        (tmp_path / f"{name}.csv").write_text(f"y,x\n{rows}", encoding="utf-8")
    assert read_items([str(tmp_path / "1.csv"), str(tmp_path / "2.csv")], "y") == (["b", "a"], {"x": ["2", "1"]})


@pytest.mark.parametrize(
    ("rows", "truth", "said"),
    [
        ("y,x\na,1\n,2\n", "y", "1 of 2 items have no true label in 'y'; leave out these rows."),
        ("y,x\n1,1\nNaN,2\nnan,3\n", "y", "2 of 3 items have no true label in 'y'; leave out these rows."),
        ("y,x\na,1\n", None, "say with truth= which column holds the true labels; 'a.csv' has the columns 'y', 'x'."),
        ("y,x\na,1\n", "z", "'a.csv' has no column 'z'; its columns are 'y', 'x'."),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path, monkeypatch, rows, truth, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(ValueError) as told:  # noqa: PT011 - the whole sentence is compared
        read_items("a.csv", truth)
    assert str(told.value) == said
