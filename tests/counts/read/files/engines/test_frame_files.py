"""Files behind addresses, which the engine opens itself: local ones, as if nothing were known of them."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from steelyard.counts.read.files.data_files import DataFile, DataFiles
from steelyard.counts.read.files.engines import polars_files, spark_files
from steelyard.counts.read.files.formats import Format
from steelyard.counts.read.frames.columns import asked

pytest_plugins = ["counts.read.engines"]


@pytest.fixture(params=["polars", pytest.param("spark", marks=[pytest.mark.slow, pytest.mark.xdist_group("spark")])])
def group(request):
    """The group-by of an engine that is running."""
    if request.param == "spark":
        request.getfixturevalue("frame_of")("Spark", pa.table({"x": [1]}))
    return {"polars": polars_files, "spark": spark_files}[request.param].group_files


def as_addresses(form, *places):
    return DataFiles("an address", tuple(DataFile(str(place), str(place)) for place in places), form)


def grouped(found):
    (groups,) = found.groups
    columns = [column.items().tolist() for column in groups.columns.values()]
    return sorted(zip(*columns, groups.rows.tolist(), strict=True))


def test_parquet_with_a_pattern_json_and_csv(tmp_path, group):
    (tmp_path / "k=1").mkdir()
    for name, table in (("a", {"y": ["a"], "p": ["b"]}), ("b", {"y": ["b"], "p": ["b"]})):
        pq.write_table(pa.table(table), tmp_path / "k=1" / f"{name}.parquet")
    (tmp_path / "a.ndjson").write_text('{"y": "a", "p": "b"}\n' * 3, encoding="utf-8")
    (tmp_path / "a.csv").write_text("x;y;p\n1;a;b\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("y,p\nb,b\n", encoding="utf-8")
    wanted = asked("y", "p", None, None)
    pattern = tmp_path / "k=1" / "*.parquet"
    assert grouped(group(as_addresses(Format.PARQUET, pattern), wanted)) == [("a", "b", 1), ("b", "b", 1)]
    assert grouped(group(as_addresses(Format.PARQUET, pattern), asked("y", "p", None, "k"))) == [
        ("a", "b", "1", 1),
        ("b", "b", "1", 1),
    ]
    assert grouped(group(as_addresses(Format.JSON, tmp_path / "a.ndjson"), wanted)) == [("a", "b", 3)]
    two = as_addresses(Format.CSV, tmp_path / "a.csv", tmp_path / "b.csv")
    assert grouped(group(two, wanted)) == [("a", "b", 1), ("b", "b", 1)]


def test_what_is_wrong_is_a_sentence(tmp_path, group):
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    pq.write_table(pa.table({"y": ["a"], "p": [["b"]]}), tmp_path / "a.parquet")
    wanted = asked("y", "p", None, None)
    with pytest.raises(ValueError, match="may differ in their headers; name them one by one"):
        group(as_addresses(Format.CSV, tmp_path / "*.csv"), wanted)
    with pytest.raises(ValueError, match=r"'a\.csv' has no column 'q'; its columns are 'y', 'p'"):
        group(as_addresses(Format.CSV, tmp_path / "a.csv"), asked("y", "q", None, None))
    with pytest.raises(ValueError, match=r"column 'p' .* holds nested values"):
        group(as_addresses(Format.PARQUET, tmp_path / "a.parquet"), wanted)
    with pytest.raises(ValueError, match=r"^(Polars|Spark) cannot read 'an address': ") as refused:
        group(as_addresses(Format.PARQUET, tmp_path / "gone.parquet"), wanted)
    assert "\n" not in str(refused.value)
