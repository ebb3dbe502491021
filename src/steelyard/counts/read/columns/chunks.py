"""Walk over the items in chunks that fit a core's cache, so that no copy of a whole column is ever made."""

from __future__ import annotations

from collections.abc import Iterator

CHUNK = 1 << 15
"""Items per chunk. Measured on 10⁷ integers: 2¹⁴…2¹⁶ are alike; smaller ones pay for calls, larger ones for cache."""


def chunks(size: int) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) over `size` items."""
    for start in range(0, size, CHUNK):
        yield start, min(start + CHUNK, size)
