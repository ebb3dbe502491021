import datetime as dt

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from steelyard.counts.read.columns.pandas_column import pandas_column

TEXTS = ["b", "a", None, "b"]
NUMBERS = [3, 10**15 + 1, None, 3]
"""The large one would not survive float32, nor its square float64."""

TEXT_TYPES = [
    None,
    object,
    "string",
    "category",
    pd.StringDtype("python"),
    pd.ArrowDtype(pa.string()),
    pd.ArrowDtype(pa.large_string()),
    pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string())),
]
NUMBER_TYPES = [object, "Int64", "UInt64", "Float64", "float64", "category", pd.ArrowDtype(pa.int64())]


@pytest.mark.parametrize("dtype", TEXT_TYPES, ids=str)
def test_texts(read_back, dtype):
    assert read_back(pandas_column(pd.Series(TEXTS, dtype=dtype), "labels")) == TEXTS


@pytest.mark.parametrize("dtype", NUMBER_TYPES, ids=str)
def test_numbers(read_back, dtype):
    column = pandas_column(pd.Series(NUMBERS, dtype=dtype), "labels")
    assert read_back(column) == NUMBERS
    assert {type(label) for label in column.labels_of(np.arange(column.known))} == {int, type(None)}


@pytest.mark.parametrize("dtype", ["Int64", "UInt64", pd.ArrowDtype(pa.int64())], ids=str)
def test_nullable_integers_beyond_float64_are_exact(read_back, dtype):
    values = [2**60 + 1, None, 2**60]
    assert read_back(pandas_column(pd.Series(values, dtype=dtype), "labels")) == values


@pytest.mark.parametrize("dtype", ["Int8", "UInt8", "int32", "boolean", pd.ArrowDtype(pa.bool_()), bool], ids=str)
def test_without_missing(read_back, dtype):
    column = pandas_column(pd.Series([1, 0, 1], dtype=dtype), "labels")
    assert read_back(column) == [1, 0, 1]
    wanted = bool if "bool" in str(dtype) else int
    assert {type(label) for label in column.labels_of(np.arange(column.known)) if label is not None} == {wanted}


def test_the_index_does_not_matter(read_back):
    series = pd.Series(["a", "b", "c"], index=[5, 5, 0])
    assert read_back(pandas_column(series[::-1], "labels")) == ["c", "b", "a"]


def test_other_extension_types(read_back):
    times = pd.Series(pd.to_datetime(["2020-01-01", None], utc=True))
    assert read_back(pandas_column(times, "labels")) == [pd.Timestamp("2020-01-01", tz="UTC"), None]
    assert type(read_back(pandas_column(times, "labels"))[0]) is dt.datetime
    months = pd.Series(pd.PeriodIndex(["2020-02", "2020-01", None], freq="M"))
    assert read_back(pandas_column(months, "labels")) == [pd.Period("2020-02"), pd.Period("2020-01"), None]
    bins = pd.Series(pd.cut([0.5, 1.5, 9], [0, 1, 2]))
    assert read_back(pandas_column(bins, "labels")) == [pd.Interval(0, 1), pd.Interval(1, 2), None]


def test_reading_changes_nothing():
    series = pd.Series([1, None, 2], dtype="Int64")
    pandas_column(series, "labels").codes(0, 3)
    assert series.equals(pd.Series([1, None, 2], dtype="Int64"))
    assert np.array_equal(series.isna(), [False, True, False])
