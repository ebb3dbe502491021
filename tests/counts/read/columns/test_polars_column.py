import datetime as dt

import polars as pl
import pytest

from steelyard.counts.read.columns.polars_column import polars_column

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
