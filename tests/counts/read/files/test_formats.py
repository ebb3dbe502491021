"""The format of a file is told by its name."""

import pytest

from steelyard.counts.read.files.formats import Format, compression_of, format_of


@pytest.mark.parametrize(
    ("name", "form", "compression"),
    [
        ("a.csv", Format.CSV, None),
        ("b/c.TSV.GZ", Format.CSV, ".gz"),
        ("a.txt.zst", Format.CSV, ".zst"),
        ("x.csv/part-0.pq", Format.PARQUET, None),
        ("part.0.parquet", Format.PARQUET, None),
        ("a.jsonl", Format.JSON, None),
        ("a.ndjson.gz", Format.JSON, ".gz"),
        ("a.json", Format.JSON, None),
        ("a.csv.bak", None, None),
        ("csv", None, None),
        ("a.gz", None, ".gz"),
        ("folder.csv\\a.parquet", Format.PARQUET, None),
    ],
)
def test_the_end_of_a_name_tells_format_and_compression(name, form, compression):
    assert format_of(name) == form
    assert compression_of(name) == compression
