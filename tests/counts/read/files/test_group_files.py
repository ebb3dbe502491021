"""Broken files are named among many; addresses; progress."""

import gzip
import os
import re

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import steelyard as sy
from steelyard.counts.read.chosen_columns import named_columns
from steelyard.counts.read.files import count_files, duckdb_query
from steelyard.counts.read.files import count_files as counting
from steelyard.counts.read.files.count_files import file_items
from steelyard.counts.read.files.data_files import DataFile, DataFiles, find_files
from steelyard.counts.read.files.formats import Format

ROWS = b"a,b,a\nb,b,b\na,a,b\n" * 2000
CSV = b"y,p,q\n" + ROWS
JSON = b'{"y": "a", "p": "b", "q": "a"}\n{"y": "b", "p": "b", "q": "b"}\n' * 2000


def parquet():
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({name: ["a", "b"] * 3000 for name in "ypq"}), sink, row_group_size=500)
    return sink.getvalue().to_pybytes()


def flipped(content, start, length):
    return content[:start] + bytes(byte ^ 0x5A for byte in content[start : start + length]) + content[start + length :]


PARQUET, GZIP, ZSTD = parquet(), gzip.compress(CSV, mtime=0), pa.Codec("zstd").compress(CSV, asbytes=True)

BROKEN = [
    ("parquet", PARQUET, PARQUET[:-100], "it is not a Parquet file, or it is cut off"),
    ("parquet", PARQUET, PARQUET[: len(PARQUET) // 2], "it is not a Parquet file, or it is cut off"),
    ("parquet", PARQUET, CSV, "it is not a Parquet file"),
    ("parquet", PARQUET, PARQUET[:3], "it is not a Parquet file"),
    ("parquet", PARQUET, flipped(PARQUET, 300, 200), ""),
    ("csv", CSV, CSV + b"a", "line 6002 has 1 cells, but its header 3"),
    ("csv", CSV, CSV + b"a,b,c,d\n", "line 6002 has 4 cells, but its header 3"),
    ("csv", CSV, CSV + b'a,b,"b', "a quote in line 6002 is never closed"),
    ("csv", CSV, CSV + b'a,"b', "a quote in line 6002 is never closed"),
    ("csv", CSV, CSV + b"a,\xe9,b\n", "it is not UTF-8 text"),
    ("csv", CSV, CSV.decode().encode("utf-16"), "it is not UTF-8 text"),
    ("csv", CSV, CSV + b"a,b,b\r\n" + ROWS, "its lines end in different ways"),
    ("csv.gz", GZIP, GZIP[:-9], "it is cut off"),
    ("csv.gz", GZIP, GZIP[: len(GZIP) // 2], "it is cut off"),
    ("csv.gz", GZIP, CSV, "it is cut off, or is not compressed"),
    ("csv.zst", ZSTD, ZSTD[:-2], "it is cut off"),
    ("csv.zst", ZSTD, ZSTD[: len(ZSTD) // 2], "it is cut off"),
    ("csv.zst", ZSTD, GZIP, "is no zstd file"),
    ("ndjson", JSON, JSON[:-8], "it is not JSON"),
    ("ndjson", JSON, CSV, "it is not JSON"),
    ("ndjson", JSON, JSON + b"[1]\n", "its lines are no objects"),
    ("ndjson", JSON, JSON + b'{"y": "\xe9", "p": 1, "q": 1}\n', "it is not UTF-8 text"),
    ("ndjson.gz", gzip.compress(JSON, mtime=0), gzip.compress(JSON, mtime=0)[:-10], "it is cut off"),
    ("ndjson", JSON, JSON + b'{"y": "a", "p": "b", "q": "a", "y": "c"}\n', 'the key "y" twice'),
]


@pytest.fixture(params=[None, 1, 8], ids=["all", "1", "8"])
def threads(request, monkeypatch):
    """DuckDB reads in other ways if there are many files per thread."""
    if request.param is not None:
        connect = duckdb.connect
        monkeypatch.setattr(duckdb, "connect", lambda: connect(config={"threads": request.param}))


@pytest.mark.slow
@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("predictions", ["p", ["p", "q"]], ids=["one", "two"])
@pytest.mark.parametrize("case", BROKEN, ids=[f"{form}-{number}" for number, (form, *_) in enumerate(BROKEN)])
def test_the_very_file_is_named_among_many(tmp_path, case, predictions):
    form, whole, broken, sentence = case
    for number in range(5):
        (tmp_path / f"part-{number}.{form}").write_bytes(broken if number == 3 else whole)
    with pytest.raises(ValueError, match=re.escape(f"cannot read '{tmp_path}/part-3.{form}': ")) as refused:
        sy.Confusion.from_files(tmp_path, "y", predictions)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("files", [1, 2, 5])
def test_a_quote_that_is_never_closed_swallows_no_rows(tmp_path, files):
    for number in range(files):
        (tmp_path / f"{number}.csv").write_bytes(CSV + (b'a,b,"b\n' + ROWS if number == files // 2 else b""))
    with pytest.raises(ValueError, match=rf"{files // 2}\.csv': a quote in line 6002 is never closed"):
        sy.Confusion.from_files(tmp_path, "y", "p")


@pytest.mark.slow
@pytest.mark.usefixtures("threads")
def test_a_last_line_that_is_cut_off_is_noticed_every_time(tmp_path):
    """DuckDB 2.0 drops it in one run of two when it reads several files at once."""
    for number in range(6):
        (tmp_path / f"{number}.ndjson").write_bytes(JSON[:-8] if number == 2 else JSON)
    for _ in range(20):
        with pytest.raises(ValueError, match=r"2\.ndjson': near line 4001 it is not JSON"):
            sy.Confusion.from_files(tmp_path, "y", "p")


def test_whole_files_of_each_kind_are_counted(tmp_path):
    for form, whole in {form: whole for form, whole, *_ in BROKEN}.items():
        (tmp_path / f"a.{form}").write_bytes(whole)
        assert sy.Confusion.from_files(tmp_path / f"a.{form}", "y", "p").total in {4000, 6000}


def test_two_members_of_gzip_and_two_frames_of_zstd_are_one_file(tmp_path):
    (tmp_path / "a.csv.gz").write_bytes(GZIP + gzip.compress(ROWS, mtime=0))
    (tmp_path / "b.csv.zst").write_bytes(ZSTD + pa.Codec("zstd").compress(ROWS, asbytes=True))
    assert sy.Confusion.from_files(tmp_path, "y", "p").total == 24_000


@pytest.mark.parametrize("form", ["csv", "parquet", "ndjson"])
def test_files_read_in_batches_are_the_same(tmp_path, monkeypatch, rng, form):
    for number in range(7):
        labels = rng.choice(["a", "b", "c"], (50, 3))
        rows = pa.table({"y": labels[:, 0], "p": labels[:, 1], "q": labels[:, 2], "w": rng.integers(0, 9, 50) / 4})
        pq.write_table(rows, tmp_path / "a.parquet")
        target = tmp_path / f"k={number % 3}" / f"{number}.{form}"
        target.parent.mkdir(exist_ok=True)
        duckdb.execute(f"COPY (SELECT * FROM '{tmp_path}/a.parquet') TO '{target}'")  # noqa: S608
    options = {"weight": "w", "by": "k"}
    whole = sy.Confusion.from_files(tmp_path / "k=*", "y", ["p", "q"], **options)
    monkeypatch.setattr(duckdb_query, "MOST_CALLS", 1)
    monkeypatch.setattr(duckdb_query, "MANY_FILES", 2)
    told = []
    wanted = named_columns("y", ["p", "q"], **options)
    parts = sy.Confusion.from_items(file_items(tmp_path / "k=*", wanted, report=told.append))
    assert whole == parts
    assert whole.axes == parts.axes == {"model": ("p", "q"), "k": ("0", "1", "2")}
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


def test_a_file_that_disappears_is_named(tmp_path, monkeypatch):
    for form, content in (("csv", CSV), ("parquet", PARQUET), ("ndjson", JSON)):
        for number in range(3):
            (tmp_path / f"{number}.{form}").write_bytes(content)

        def gone(where, form=form):
            files = find_files(where)
            (tmp_path / f"1.{form}").unlink()
            return files

        monkeypatch.setattr(counting, "find_files", gone)
        with pytest.raises(ValueError, match=rf"cannot read '.*1\.{form}': (it is not there|No such file)"):
            sy.Confusion.from_files(tmp_path / f"*.{form}", "y", "p")


@pytest.fixture
def unprivileged():
    """Whoever runs the tests may not read everything."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


@pytest.mark.parametrize(("form", "content"), [("csv", CSV), ("parquet", PARQUET), ("ndjson", JSON), ("csv.zst", ZSTD)])
def test_a_file_that_may_not_be_read_is_named(tmp_path, request, form, content):
    for folder in (tmp_path, *tmp_path.parents):
        if "pytest-of-" in str(folder):  # what pytest made, and no folder above it
            folder.chmod(0o755)
    for number in range(3):
        (tmp_path / f"{number}.{form}").write_bytes(content)
    (tmp_path / f"1.{form}").chmod(0o000)
    sy.Confusion.from_files(tmp_path / f"0.{form}", "y", "p")  # loads modules, which may lie where only root may read
    request.getfixturevalue("unprivileged")
    with pytest.raises((ValueError, PermissionError), match=rf"1\.{form}.*(?i:permission)|(?i:permission).*1\.{form}"):
        sy.Confusion.from_files(tmp_path, "y", "p")


def test_an_address_that_cannot_be_opened_is_a_sentence(tmp_path, monkeypatch):
    """Without the network, as an extension cannot be fetched."""
    connect = duckdb.connect
    settings = {"autoinstall_known_extensions": "false", "extension_directory": str(tmp_path)}
    monkeypatch.setattr(duckdb, "connect", lambda: connect(config=settings))
    for address in ("s3://bucket/x/*.parquet", "https://host.invalid/a.csv?key=1", "gs://bucket/a.ndjson.gz"):
        with pytest.raises(ValueError, match=f"cannot read '{re.escape(address)}': DuckDB could not fetch") as refused:
            sy.Confusion.from_files(address, "y", "p")
        assert "\n" not in str(refused.value)


def as_addresses(form, *places):
    """Local files as if they were behind addresses: nothing is known of them before they are asked for."""
    return DataFiles("an address", tuple(DataFile(str(place), str(place)) for place in places), form)


def test_files_behind_an_address_with_a_pattern_are_read_by_name(tmp_path):
    (tmp_path / "k=1").mkdir()
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("p;y\nb;a\n", encoding="utf-8")
    (tmp_path / "a.ndjson").write_text('{"y": "a", "p": "b"}\n', encoding="utf-8")
    for name, table in (("a", {"y": ["a"], "p": ["b"]}), ("k=1/b", {"p": ["b"], "y": ["a"]})):
        pq.write_table(pa.table(table), tmp_path / f"{name}.parquet")
    wanted = named_columns("y", "p", None, None)
    for form, pattern, rows in (
        (Format.CSV, "*.csv", 2),
        (Format.JSON, "*.ndjson", 1),
        (Format.PARQUET, "**/*.parquet", 2),
    ):
        found = count_files.group_files(as_addresses(form, tmp_path / pattern), wanted)
        columns = found.groups[0].columns
        assert [columns[role].items().tolist() for role in ("truth", "prediction_0")] == [["a"], ["b"]]
        assert found.groups[0].rows.tolist() == [rows]
    found = count_files.group_files(
        as_addresses(Format.PARQUET, tmp_path / "k=1" / "*.parquet"), named_columns("y", "p", None, "k")
    )
    assert found.keys == {"k"}
    assert found.groups[0].columns["by_0"].items().tolist() == ["1"]
    with pytest.raises(ValueError, match=r"no file matches '.*\*\.tsv'"):
        count_files.group_files(as_addresses(Format.CSV, tmp_path / "*.tsv"), wanted)


@pytest.mark.parametrize("predictions", [["p"], ["p", "q", "r"]])
@pytest.mark.parametrize("form", ["csv", "parquet", "ndjson"])
def test_progress_grows_to_all_rows_and_bytes(tmp_path, form, predictions):
    rows = 200_000
    for number in range(2):
        kind = duckdb.connect()
        kind.execute(
            f"COPY (SELECT (i % 3)::VARCHAR AS y, (i % 5)::VARCHAR AS p, (i % 2)::VARCHAR AS q, '1' AS r "  # noqa: S608
            f"FROM range({rows}) t(i)) TO '{tmp_path}/{number}.{form}'"
        )
        kind.close()
    told = []
    file_items(tmp_path, named_columns("y", predictions), report=told.append)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    assert {progress.size for progress in told} == {sum(path.stat().st_size for path in tmp_path.iterdir())}
    assert {progress.rows for progress in told} == {2 * rows}


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_bytes(CSV)
    sy.Confusion.from_files("a.csv", "y", "p")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


@pytest.mark.parametrize("names", [["Y", "y", "p", "q"], ["y", "y", "p", "q"]])
def test_columns_that_duckdb_takes_for_each_other_are_refused(tmp_path, names):
    """DuckDB calls the second one y_1."""
    columns = [["a"], ["b"], ["a"], ["b"]]
    pq.write_table(pa.table([*columns, pa.array([{"p": 1, "y": [1]}])], names=[*names, "x"]), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=f"cannot tell the columns '{names[0]}' and 'y' of .* apart; rename one"):
        sy.Confusion.from_files(tmp_path / "a.parquet", "y", "p")
    with pytest.raises(ValueError, match=f"has no column 'y_1'; its columns are '{names[0]}', "):
        sy.Confusion.from_files(tmp_path / "a.parquet", "y_1", "p")
    assert sy.Confusion.from_files(tmp_path / "a.parquet", "p", "q").labels == ("a", "b")
