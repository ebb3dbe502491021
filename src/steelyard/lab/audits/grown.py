"""Moves that let one cell grow, all else as it was: invariances I2 to I5 of Sokolova & Lapalme 2009."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steelyard.lab.audits.pairs import ALL, Pairs
from steelyard.type_names import Integers

STEPS = (1, 10)
"""By how many items a cell grows."""


def grown(block: Integers, cells: Sequence[tuple[int, int]]) -> Iterator[Pairs]:
    """Yield what becomes of matrices if one of these cells grows."""
    for step in STEPS:
        for i, j in cells:
            after = block.copy(order="K")
            after[:, i, j] += step
            more = "one more item" if step == 1 else f"{step} more items"
            done = "recognised" if i == j else f"taken for class {j + 1}"
            yield Pairs(ALL, after, f"{more} of class {i + 1} {'is' if step == 1 else 'are'} {done}")
