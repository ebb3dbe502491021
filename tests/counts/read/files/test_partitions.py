"""Keys in the names of folders."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.files.partitions import partition_keys


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("/data/year=2024/month=01/a.parquet", {"year": "2024", "month": "01"}),
        ("C:\\data\\year=2024\\a.parquet", {"year": "2024"}),
        ("/data/year=2024.parquet", {}),  # a file, not a folder
        ("/a=1/a=2/x.csv", {"a": "2"}),
        ("/a=b=c/x.csv", {"a": "b=c"}),
        ("/a=__HIVE_DEFAULT_PARTITION__/b=/x.csv", {"a": None, "b": None}),
        ("/data/=1/x.csv", {}),
        ("/%C3%BC=1/a%20b=2/%FF=%FE/x.csv", {"ü": "1", "a b": "2", "%FF": "%FE"}),
        ("s3://bucket/day=2024-01-01/x.parquet", {"day": "2024-01-01"}),
    ],
)
def test_folders_tell_keys_as_texts(path, keys):
    assert partition_keys(path) == keys


@given(st.text(st.characters(exclude_characters="/\\", exclude_categories=["Cs"]), min_size=1))
def test_any_text_can_be_a_key(value):
    assert partition_keys(f"/data/key={quote(value, safe='')}/x.csv") == {"key": value}
