"""Columns of Python's objects, chunks of items, and the names of several columns."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from steelyard.counts.read import tables
from steelyard.counts.read.column import Book, Objects, names_of


def test_chunks_cover_all_items_once(monkeypatch):
    monkeypatch.setattr(tables, "CHUNK", 4)
    assert list(tables.chunks(9)) == [(0, 4), (4, 8), (8, 9)]
    assert list(tables.chunks(8)) == [(0, 4), (4, 8)]
    assert list(tables.chunks(0)) == []


@pytest.mark.parametrize(
    "values",
    [
        {"a": [1], "b": [2]},
        pd.DataFrame({"a": [1], "b": [2]}),
        pl.DataFrame({"a": [1], "b": [2]}),
        pa.table({"a": [1], "b": [2]}),
        pa.record_batch({"a": [1], "b": [2]}),
    ],
    ids=lambda values: type(values).__name__,
)
def test_columns_with_names(values):
    assert names_of(values) == ["a", "b"]
    assert list(values["b"]) in ([2], [pa.scalar(2)])


@pytest.mark.parametrize("values", [[1], pd.Series([1]), pl.Series([1]), pa.array([1]), pd.Index([1])])
def test_one_column(values):
    assert names_of(values) is None


class FakeScalarTensor:
    """Like a torch tensor of one number: equal to and hashed by nothing but itself."""

    dtype = "int64"

    def __init__(self, value):
        self.value = value

    def item(self):
        if isinstance(self.value, list):
            raise RuntimeError("a Tensor with 2 elements cannot be converted to Scalar")
        return self.value


def column(values):
    return Objects(len(values), lambda start, stop: values[start:stop], "true labels")


def test_codes_follow_appearance(read_back):
    values = ["b", "a", "b", ("c", 1), None, "a"]
    found = column(values)
    assert read_back(found) == values
    assert found.labels_of(np.arange(found.known)) == ["b", "a", ("c", 1), None]


def test_equal_numbers_of_different_types_are_one_label(read_back):
    values = [1, 1.0, True, np.int64(1), np.float32(1), 2]
    assert read_back(column(values)) == [1, 1, 1, 1, 1, 2]


def test_every_nan_is_the_same_missing_label(read_back):
    found = column([float("nan"), None, float("nan"), np.nan, np.float64("nan")])
    assert read_back(found) == [None] * 5
    assert found.known == 1


def test_nan_is_not_stored():
    book = Book("labels")
    book.codes([float("nan") for _ in range(100)])
    assert len(book) <= 1


def test_tensors_of_one_number_are_labels_by_their_value(read_back):
    found = column([FakeScalarTensor(1), FakeScalarTensor(0), FakeScalarTensor(1)])
    assert read_back(found) == [1, 0, 1]
    assert found.known == 2


@pytest.mark.parametrize("value", [[0.1, 0.9], np.array([1, 0]), FakeScalarTensor([1, 2])])
def test_an_item_with_several_values_is_refused(value):
    with pytest.raises(ValueError, match=r"true labels must be one label per item, but there is .* argmax .* tuple"):
        column([1, value]).codes(0, 2)


def test_unhashable_labels_are_refused():
    with pytest.raises(
        ValueError, match=r"true labels contain \{1\}, which is not hashable .* texts, numbers or tuples"
    ):
        column(["a", {1}]).codes(0, 2)


def test_labels_that_cannot_be_compared_are_a_programming_error():
    class Strange:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise TypeError

    with pytest.raises(TypeError, match="cannot be compared"):
        column([Strange(), Strange()]).codes(0, 2)
