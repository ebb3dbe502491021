"""A zstd file is whole, or it is not; the files are made by PyArrow's and Polars' own compressors."""

import io

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.files.zstd_frames import is_whole


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
