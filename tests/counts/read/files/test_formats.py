"""What is known of a file before it is read."""

import io
from urllib.parse import quote

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.files.formats import Format, compression_of, format_of, is_whole, partition_keys


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


def packed(content, level=3):
    return pa.Codec("zstd", compression_level=level).compress(content, asbytes=True)


@given(st.binary(max_size=400), st.integers(1, 19), st.integers(1, 3))
def test_whole_files_are_whole_and_cut_ones_are_not(content, level, frames):
    frame = packed(content * 50, level)
    whole = frame * frames
    assert is_whole(io.BytesIO(whole))
    ends = {len(frame) * i for i in range(1, frames + 1)}
    for length in range(1, len(whole)):
        assert is_whole(io.BytesIO(whole[:length])) == (length in ends)


def test_large_content_of_many_blocks_is_walked_over(rng):
    whole = packed(rng.integers(0, 50, 10**6).astype("u1").tobytes())
    assert is_whole(io.BytesIO(whole))
    for length in [1, 17, len(whole) // 2, len(whole) - 1]:
        assert not is_whole(io.BytesIO(whole[:length]))


def test_a_checksum_and_skippable_frames_belong_to_the_file():
    """What the command zstd writes has a checksum (descriptor bit 2); RFC 8878, 3.1.1 and 3.1.2."""
    raw = b"abc"
    block = ((len(raw) << 3) | 1).to_bytes(3, "little") + raw  # one raw block, the last
    frame = (0xFD2FB528).to_bytes(4, "little") + bytes([0b0010_0100, len(raw)]) + block + b"\1\2\3\4"
    skippable = (0x184D2A5F).to_bytes(4, "little") + (5).to_bytes(4, "little") + b"aside"
    for whole in (frame, skippable + frame, frame + skippable):
        assert is_whole(io.BytesIO(whole))
        assert not is_whole(io.BytesIO(whole[:-1]))
    run = (0xFD2FB528).to_bytes(4, "little") + bytes([0b0010_0000, 9]) + ((9 << 3) | 2 | 1).to_bytes(3, "little") + b"x"
    assert is_whole(io.BytesIO(run))


@pytest.mark.parametrize("content", [b"y,p\na,b\n", b"\x1f\x8b\x08\x00", b"\x28\xb5\x2f\xfd"])
def test_other_content_is_not_whole(content):
    assert not is_whole(io.BytesIO(content))
