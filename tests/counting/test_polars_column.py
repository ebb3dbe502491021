import datetime as dt

import polars as pl
import pytest

from steelyard.counting.polars_column import polars_column

SERIES = {
    "texts": pl.Series(["b", "a", None]),
    "categories": pl.Series(["b", "a", None], dtype=pl.Categorical),
    "enumeration": pl.Series(["b", "a", None], dtype=pl.Enum(["a", "never", "b"])),
    "integers": pl.Series([3, 1, 3]),
    "small integers": pl.Series([3, 1, 3], dtype=pl.UInt8),
    "integers and nulls": pl.Series([2**60 + 1, None, 2**60]),
    "truth values": pl.Series([True, False]),
    "truth values and nulls": pl.Series([True, None]),
    "dates": pl.Series([dt.date(2020, 1, 1), None]),
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
