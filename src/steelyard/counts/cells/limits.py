"""When cells are kept sparse by themselves, and when they cannot be dense even if asked for."""

from __future__ import annotations

DENSE_CELLS = 2**24
"""Counted cells up to here are dense (128 MiB: 4,096 classes, or 16 slices of 1,024); more of them are sparse."""

LARGEST = 2 * 2**30
"""Bytes of the largest dense stack that is made on request."""


def refuse_dense(cells: int, classes: int) -> None:
    """Refuse a dense stack that would be too large for memory."""
    if cells * 8 > LARGEST:
        raise ValueError(
            f"the dense matrix of {classes:,} classes would take {cells * 8 / 2**30:,.1f} GiB, more than the "
            f"{LARGEST / 2**30:.0f} GiB that are made; support, predicted, correct and every metric work without it."
        )
