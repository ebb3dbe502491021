"""A user's own features: three formats that say the same, and one sentence for each way a file can be wrong."""

import numpy as np
import pytest

from steelyard_papers.experiments.spread.feature_file import read_feature_file

X = [[1.5, -2.0], [3.0, 4.25], [0.0, 1e-3]]
LABELS = ["tench", "shark", "tench"]


def arrays(file, **named):
    np.savez(file, **named)
    return file


def text(file, content):
    file.write_text(content, encoding="utf-8")
    return file


def parquet(file, **columns):
    pa = pytest.importorskip("pyarrow", reason="PyArrow is not installed")
    import pyarrow.parquet as pq

    pq.write_table(pa.table(columns), file)
    return file


def test_the_three_formats_give_the_same(tmp_path):
    table = "label,first,second\ntench,1.5,-2\nshark,3,4.25\ntench,0,1e-3\n"
    columns = dict(zip(("first", "second"), np.array(X).T, strict=True))
    for file in (
        arrays(tmp_path / "a.npz", features=np.array(X), labels=np.array(LABELS)),
        text(tmp_path / "a.csv", table),
        text(tmp_path / "c.csv", "first,label,second\n1.5,tench,-2\n3,shark,4.25\n\n0,tench,1e-3\n"),
        text(tmp_path / "b.CSV", "\ufeff" + table.replace(",", ";").replace("\n", "\r\n") + "\r\n"),
        parquet(tmp_path / "a [1].parquet", label=LABELS, **columns),
    ):
        numbers, y, classes = read_feature_file(file)
        np.testing.assert_allclose(numbers, X, rtol=1e-6)
        assert (numbers.dtype, y.dtype) == (np.float32, np.intp)
        assert (y.tolist(), classes) == ([1, 0, 1], ("shark", "tench"))


def test_whole_numbers_are_labels_too_and_so_are_texts_with_digits(tmp_path):
    for file in (
        arrays(tmp_path / "a.npz", features=np.array(X), labels=np.array([7, 11, 7])),
        parquet(tmp_path / "a.parquet", x=[1, 2, 3], label=[7, 11, 7]),
        text(tmp_path / "a.csv", "x,label\n1,7\n2,11\n3,7\n"),
    ):
        assert read_feature_file(file)[2] == ("11", "7")
    assert read_feature_file(text(tmp_path / "b.csv", "x,label\n1,007\n2,7\n"))[2] == ("007", "7")


def test_many_columns_and_whole_numbers_are_features(tmp_path, rng):
    many = rng.integers(-5, 5, (4, 700))
    columns = {f"f{i}": column for i, column in enumerate(many.T)}
    file = parquet(tmp_path / "a.parquet", **columns, label=list("abab"))
    assert read_feature_file(file)[0].tolist() == many.tolist()


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"X": X, "labels": LABELS}, r"has no array 'features'; it has 'X', 'labels'"),
        ({"features": X}, "has no array 'labels'; it has 'features'"),
        ({"features": X, "labels": LABELS[:2]}, r"but have \(3, 2\) and \(2,\)"),
        ({"features": X[0], "labels": LABELS[:2]}, r"but have \(2,\) and \(2,\)"),
        ({"features": X, "labels": [LABELS] * 3}, r"but have \(3, 2\) and \(3, 3\)"),
        ({"features": [["a", "b"]] * 3, "labels": LABELS}, "'features' of .* must be numbers, not <U1"),
        ({"features": X, "labels": [0.5, 1.5, 2]}, "'labels' of .* must be texts or whole numbers, not float64"),
        ({"features": X, "labels": ["a"] * 3}, "must name at least two classes, but they are all 'a'"),
        ({"features": np.empty((0, 2)), "labels": np.empty(0, "U1")}, "at least two classes, but it has no items"),
        ({"features": np.empty((3, 0)), "labels": LABELS}, "has labels but no features"),
        (
            {"features": [[1, np.nan], [np.inf, 2], [1e60, 3]], "labels": LABELS},
            "3 are not; the first is column 2 of item 1",
        ),
        ({"features": X, "labels": np.array(LABELS, dtype=object)}, "holds Python objects, which are not read"),
        ({"features": np.array(X, dtype=object), "labels": LABELS}, "holds Python objects, which are not read"),
    ],
    ids=range(13),
)
def test_arrays_that_do_not_fit_get_one_sentence(tmp_path, named, said):
    with pytest.raises(ValueError, match=said) as told:
        read_feature_file(arrays(tmp_path / "own.npz", **named))
    assert str(told.value).endswith(".")


@pytest.mark.parametrize("content", [b"", b"label,x\na,1\n", b"PK\x03\x04 cut"], ids=range(3))
def test_what_is_no_npz_file_is_told(tmp_path, content):
    file = tmp_path / "own.npz"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"is no \.npz file, or it is damaged"):
        read_feature_file(file)


def test_a_cut_npz_file_and_a_single_array_are_told(tmp_path):
    file = arrays(tmp_path / "own.npz", features=np.array(X), labels=np.array(LABELS))
    file.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(ValueError, match=r"is no \.npz file, or it is damaged"):
        read_feature_file(file)
    with file.open("wb") as opened:
        np.save(opened, np.array(X))
    with pytest.raises(ValueError, match=r"is no \.npz file, or it is damaged"):
        read_feature_file(file)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "has no column 'label'; it is empty"),
        ("x,Label\n1,a\n", r"has no column 'label'; its columns are 'x', 'Label'. Did you mean 'Label'\?"),
        ("x,label,label\n1,a,b\n", "has 2 columns 'label'"),
        ("x,label\n1,a\n2,b,c\n", "item 2 of .* has 3 values, but there are 2 columns"),
        ("x,label\n1,a\n2,\n", "item 2 of .* has no label"),
        (
            "x,y,label\n1,2,a\n1,many,b\n",
            "column 'y' has 'many' in item 2 of .*; all columns but 'label' must be numbers",
        ),
        ("x,label,y\n1,a,\n1,b,nan\n-inf,b,1e99\n", "4 are not; the first is column 'y' of item 1"),
        ("x,label\n1,a\n2,a\n", "at least two classes, but they are all 'a'"),
        ("x,label\n", "at least two classes, but it has no items"),
        ("label\na\nb\n", "has labels but no features"),
        ('x,label\n1,"' + "a" * 200_000, "cannot be read as a table: field larger than field limit"),
    ],
    ids=range(11),
)
def test_a_table_that_does_not_fit_gets_one_sentence(tmp_path, content, said):
    with pytest.raises(ValueError, match=said):
        read_feature_file(text(tmp_path / "own.csv", content))


def test_a_table_that_is_no_text_is_told(tmp_path):
    file = tmp_path / "own.csv"
    file.write_bytes(b"x,label\n1,\xff\xfe\n")
    with pytest.raises(ValueError, match="is not a text file in UTF-8"):
        read_feature_file(file)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"x": [1, 2], "labels": ["a", "b"]}, r"has no column 'label'; its columns are 'x', 'labels'. Did you mean"),
        ({"x": ["1", "2"], "label": ["a", "b"]}, "column 'x' of .* holds VARCHAR values; it must hold numbers"),
        ({"x": [True, False], "label": ["a", "b"]}, "column 'x' of .* holds BOOLEAN values"),
        ({"x": [1, 2], "label": [0.5, 1]}, "column 'label' of .* holds DOUBLE values; it must hold texts or whole"),
        ({"x": [1, 2], "label": ["a", None]}, "item 2 of .* has no label"),
        ({"x": [1.0, None], "y": [np.nan, 1e60], "label": ["a", "b"]}, "3 are not; the first is column 'y' of item 1"),
        ({"label": ["a", "b"]}, "has labels but no features"),
    ],
    ids=range(7),
)
def test_a_parquet_table_that_does_not_fit_gets_one_sentence(tmp_path, columns, said):
    with pytest.raises(ValueError, match=said):
        read_feature_file(parquet(tmp_path / "own.parquet", **columns))


def test_what_is_no_parquet_file_is_told(tmp_path):
    with pytest.raises(ValueError, match="it is not a Parquet file, or it is cut off"):
        read_feature_file(text(tmp_path / "own.parquet", "x,label\n1,a\n2,b\n"))


def test_other_endings_folders_and_missing_files_are_told(tmp_path):
    with pytest.raises(
        ValueError, match=r"a file of features ends in .npz, .csv, .parquet, but this one is '.*own.txt'"
    ):
        read_feature_file(text(tmp_path / "own.txt", "x,label\n1,a\n"))
    (tmp_path / "own.npz").mkdir()
    with pytest.raises(ValueError, match="is a folder; name a file"):
        read_feature_file(tmp_path / "own.npz")
    with pytest.raises(ValueError, match=r"there is no file '.*nowhere\.csv'"):
        read_feature_file(tmp_path / "nowhere.csv")
