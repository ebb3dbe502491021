"""Whether a zstd file is whole. DuckDB reads one that is cut off as if it ended there.

The blocks of a frame say how long they are, so that it takes one small read per block (of up to 128 KB) to walk to the
end; nothing is unpacked. RFC 8878, section 3.1.
"""

from __future__ import annotations

from typing import BinaryIO

MAGIC = 0xFD2FB528
SKIPPABLE = range(0x184D2A50, 0x184D2A60)
RAW, RUN_LENGTH, COMPRESSED = range(3)


def is_whole(file: BinaryIO) -> bool:
    """Walk over the frames of a file; tell whether it ends where its last frame does."""
    size = file.seek(0, 2)
    at = file.seek(0)
    while at < size:
        end = _frame_end(file, at, size)
        if end is None or end > size:
            return False
        at = end
    return True


def _frame_end(file: BinaryIO, at: int, size: int) -> int | None:
    """Return where the frame ends that starts here; None if it does not."""
    magic = _number(file, at, 4)
    if magic in SKIPPABLE:
        length = _number(file, at + 4, 4)
        return None if length is None else at + 8 + length
    descriptor = _number(file, at + 4, 1)
    if magic != MAGIC or descriptor is None:
        return None
    at += 5 + _header_length(descriptor)
    last = False
    while not last:
        block = _number(file, at, 3)
        if block is None or at > size:
            return None
        last, kind, length = bool(block & 1), block >> 1 & 3, block >> 3
        at += 3 + (1 if kind == RUN_LENGTH else length)
    return at + (4 if descriptor & 4 else 0)  # the checksum


def _header_length(descriptor: int) -> int:
    """Return how many bytes follow the descriptor: window, dictionary, size of the content."""
    single_segment = bool(descriptor >> 5 & 1)
    window = 0 if single_segment else 1
    dictionary = (0, 1, 2, 4)[descriptor & 3]
    content = (1 if single_segment else 0, 2, 4, 8)[descriptor >> 6]
    return window + dictionary + content


def _number(file: BinaryIO, at: int, length: int) -> int | None:
    file.seek(at)
    found = file.read(length)
    return int.from_bytes(found, "little") if len(found) == length else None
