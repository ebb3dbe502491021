import datetime as dt
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from steelyard.counts.read.columns import arrow_column as arrow_module
from steelyard.counts.read.columns.arrow_column import Arrow, arrow_column

COLUMNS = {
    "texts": ["b", "a", None, "b"],
    "integers": [3, None, -(10**12), 3],
    "truth values": [True, None, False, True],
    "bytes": [b"b", b"a", None, b"b"],
    "dates": [dt.date(2020, 1, 1), None, dt.date(2021, 1, 1), dt.date(2020, 1, 1)],
    "nulls": [None, None],
    "empty": [],
}


@pytest.mark.parametrize("values", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("step", [1, 3, 100])
def test_arrays(read_back, values, step):
    assert read_back(arrow_column(pa.array(values), "labels"), step) == values


@pytest.mark.parametrize("name", ["texts", "integers", "truth values", "bytes"])
@pytest.mark.parametrize("step", [1, 3, 100])
def test_dictionaries_that_differ_from_chunk_to_chunk(read_back, name, step):
    values = COLUMNS[name]
    parts = [pa.array(part, type=pa.array(values).type) for part in (values, [], values[::-1], values[2:])]
    chunked = pa.chunked_array(parts)
    assert read_back(arrow_column(chunked, "labels"), step) == [*values, *values[::-1], *values[2:]]
    if name != "truth values":
        coded = pa.chunked_array([part.dictionary_encode() for part in parts])
        assert read_back(arrow_column(coded, "labels"), step) == [*values, *values[::-1], *values[2:]]


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.string_view(), pa.int8(), pa.uint64(), pa.float32(), pa.float16()]
)
def test_other_widths(read_back, kind):
    texts = pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    values = ["b", "a"] if texts else [3, 1]
    array = pa.array(values if texts else np.array(values, dtype=kind.to_pandas_dtype()), type=kind)
    assert read_back(arrow_column(array, "labels")) == values


def test_dictionary_entries_that_never_occur_or_are_null_get_no_label(read_back):
    column = arrow_column(pa.DictionaryArray.from_arrays([1, 0, 1, None], ["x", "a", "never", None]), "labels")
    assert read_back(column) == ["a", "x", "a", None]
    assert column.known == 3
    column = arrow_column(pa.DictionaryArray.from_arrays([0, 1], ["x", None]), "labels")
    assert read_back(column) == ["x", None]


def test_whole_decimals_and_floats_become_integers(read_back):
    assert read_back(arrow_column(pa.array([Decimal(2), None]), "labels")) == [2, None]
    assert read_back(arrow_column(pa.array([2.0, None, float("nan")]), "labels")) == [2, None, None]
    assert read_back(arrow_column(pa.array([2.0, 3.0, float("nan")]), "labels")) == [2, 3, None]


def test_sliced_arrays(read_back):
    assert read_back(arrow_column(pa.array([1, 2, 3, 4])[1:3], "labels")) == [2, 3]
    assert read_back(arrow_column(pa.array(["a", "b", "c"])[1:], "labels")) == ["b", "c"]


def test_nested_items_are_refused():
    with pytest.raises(ValueError, match=r"one label per item, but there is \[0\.1, 0\.9\]"):
        arrow_column(pa.array([[0.1, 0.9]]), "labels").codes(0, 1)


def coded(positions, dictionary, **options):
    return pa.DictionaryArray.from_arrays(pa.array(positions, type=pa.int32()), pa.array(dictionary), **options)


@pytest.mark.parametrize("step", [1, 3, 100])
def test_chunks_with_different_dictionaries_are_united_by_label(read_back, step):
    parts = [coded([0, 1, None], ["x", "y"]), coded([1, 0], ["x", "y"]), coded([0, 2, 0], ["y", "never", "z"])]
    column = arrow_column(pa.chunked_array(parts), "labels")
    assert read_back(column, step) == ["x", "y", None, "y", "x", "y", "z", "y"]
    assert column.known == 4


def test_entries_that_are_there_twice_are_one_label(read_back):
    column = arrow_column(coded([0, 1, 2], ["x", "x", "y"]), "labels")
    assert read_back(column) == ["x", "x", "y"]
    assert column.known == 2


def test_dictionaries_are_not_decoded():
    class Watched:
        """A dictionary array that tells when it is decoded."""

        def __init__(self, array):
            self.array = array

        def __getattr__(self, name):
            assert name not in ("dictionary_decode", "to_pylist", "to_numpy")
            return getattr(self.array, name)

        def __len__(self):
            return len(self.array)

        def slice(self, *place):
            return Watched(self.array.slice(*place))

    array = coded([1, 0, 1], ["a", "b"])
    column = Arrow([Watched(array)], "labels")
    assert column.labels_of(column.codes(0, 3)) == ["b", "a", "b"]


@pytest.mark.parametrize("pieces", [1, 3])
@pytest.mark.parametrize("step", [7, 100])
def test_many_different_texts_are_encoded_at_once(read_back, monkeypatch, pieces, step):
    monkeypatch.setattr(arrow_module, "MANY", 5)
    values = [None if i % 17 == 3 else f"text {i * 7 % 60}" for i in range(90)]
    parts = [pa.array(values[at * 90 // pieces : (at + 1) * 90 // pieces]) for at in range(pieces)]
    column = arrow_column(pa.chunked_array(parts), "labels")
    assert read_back(column, step) == values
    assert column.known == len(set(values))


@pytest.mark.parametrize(
    ("parts", "order"),
    [
        ([coded([0], ["b", "a"], ordered=True)], ["b", "a"]),
        ([coded([0], ["b", "a"], ordered=True), coded([1], ["b", "a"], ordered=True)], ["b", "a"]),
        ([coded([0], ["b", "a"], ordered=True), coded([1], ["a", "b"], ordered=True)], None),
        ([coded([0], ["b", "a"])], None),
        ([pa.array(["b"])], None),
    ],
)
def test_the_order_of_an_ordered_dictionary(parts, order):
    assert arrow_column(pa.chunked_array(parts), "labels").order == order


def test_views_of_strings_in_a_dictionary(read_back):
    array = pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), pa.array(["x", "y"], type=pa.string_view()))
    assert read_back(arrow_column(array, "labels")) == ["y", "x", None]
