"""Columns of PyArrow, pandas and Polars."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from steelyard.counts.read import containers as arrow_module
from steelyard.counts.read.containers import Arrow, arrow_column, pandas_column, polars_column

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
    monkeypatch.setattr(arrow_module, "MANY_VALUES", 5)
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


SERIES = {
    "texts": pl.Series(["b", "a", None]),
    "categories": pl.Series(["b", "a", None], dtype=pl.Categorical),
    "enumeration": pl.Series(["b", "a", None], dtype=pl.Enum(["a", "never", "b"])),
    "categories of a name": pl.Series(["b", "a", None], dtype=pl.Categorical(pl.Categories("colours"))),
    "sliced texts": pl.Series(["x", "b", "a", None, "b"])[1:],
    "sliced categories": pl.Series(["x", "b", "a", None, "b"], dtype=pl.Categorical)[1:],
    "many texts": pl.Series([f"text {i % 300}" for i in range(1000)]),
    "no texts": pl.Series([None, None], dtype=pl.String),
    "chunks of texts": pl.concat([pl.Series(["a", "b"]), pl.Series(["c", "a"])], rechunk=False),
    "integers": pl.Series([3, 1, 3]),
    "small integers": pl.Series([3, 1, 3], dtype=pl.UInt8),
    "integers and nulls": pl.Series([2**60 + 1, None, 2**60]),
    "truth values": pl.Series([True, False]),
    "truth values and nulls": pl.Series([True, None]),
    "dates": pl.Series([dt.date(2020, 1, 1), None]),
    "times": pl.Series([dt.time(12, 30), None, dt.time(0, 0, 0, 7)]),
    "durations": pl.Series([dt.timedelta(days=2), None, dt.timedelta(microseconds=1)]),
    "moments": pl.Series([dt.datetime(2020, 1, 1, 7), None, dt.datetime(1960, 1, 1)]),  # noqa: DTZ001
    "nanoseconds": pl.Series([dt.datetime(2020, 1, 1, 7)], dtype=pl.Datetime("ns")),  # noqa: DTZ001
    "milliseconds": pl.Series([dt.datetime(2020, 1, 1, 7)], dtype=pl.Datetime("ms", "UTC")),  # noqa: DTZ001
    "many dates": pl.date_range(dt.date(1990, 1, 1), dt.date(2020, 1, 1), eager=True),
    "no dates": pl.Series([], dtype=pl.Date),
    "missing dates": pl.Series([None], dtype=pl.Date),
    "bytes": pl.Series([b"a", None]),
    "nulls": pl.Series([None, None]),
    "chunks": pl.concat([pl.Series([1, 2]), pl.Series([3])], rechunk=False),
}


@pytest.mark.parametrize("series", SERIES.values(), ids=SERIES)
def test_series(read_back, series):
    assert read_back(polars_column(series, "labels"), step=2) == series.to_list()


def test_both_null_and_nan_are_missing(read_back):
    assert read_back(polars_column(pl.Series([1.0, float("nan"), None]), "labels")) == [1, None, None]
    assert read_back(polars_column(pl.Series([1.0, float("nan")]), "labels")) == [1, None]


def test_categories_go_by_their_codes_and_only_those_that_occur_have_one(read_back):
    series = pl.Series(["b", "a", "b"], dtype=pl.Enum(["a", "never", "b"]))
    column = polars_column(series, "labels")
    assert read_back(column) == ["b", "a", "b"]
    assert column.known == 2
    assert column.order == ["a", "never", "b"]
    assert polars_column(pl.Series(["b"], dtype=pl.Categorical), "labels").order is None
    assert polars_column(pl.Series(["b"]), "labels").order is None


def test_an_empty_series():
    for dtype in (pl.String, pl.Categorical, pl.Enum(["a"]), pl.Int64):
        assert polars_column(pl.Series([], dtype=dtype), "labels").size == 0
