import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from steelyard.counts.read.columns.named import names_of


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
