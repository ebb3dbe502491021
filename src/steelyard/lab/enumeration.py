"""All confusion matrices with given class sizes, by number: none is stored, any range of them can be made.

The row of a class with t items is one of the ways to write t as an ordered sum of C numbers from 0 on. A matrix is one
choice per row, so its number has one digit per class, and each digit a base of its own; the last class's digit changes
fastest.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from steelyard.type_names import Integers

LARGEST_TABLE = 10**8
"""Cells of the largest table of rows that is made (0.8 GB)."""


def how_many(supports: Sequence[int]) -> int:
    """Return the number of matrices whose classes have these sizes.

    Examples
    --------
    >>> how_many([2, 3, 9, 11])
    16016000
    """
    sizes = _checked(supports)
    return math.prod(ways(size, len(sizes)) for size in sizes)


def matrices(supports: Sequence[int], start: int = 0, stop: int | None = None) -> Integers:
    """Return the matrices of these numbers, of shape (stop − start, C, C); rows are truth.

    Examples
    --------
    >>> matrices([1, 1]).tolist()
    [[[0, 1], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]], [[1, 0], [1, 0]]]
    >>> matrices([2, 3, 9, 11], 16_015_999)[0].tolist()
    [[2, 0, 0, 0], [3, 0, 0, 0], [9, 0, 0, 0], [11, 0, 0, 0]]
    """
    return matrices_at(supports, np.arange(*checked_range(supports, start, stop), dtype=np.int64))


def matrices_at(supports: Sequence[int], index: Integers) -> Integers:
    """Return the matrices of any numbers, such as a random sample.

    Examples
    --------
    >>> matrices_at([1, 1], np.array([3, 0])).tolist()
    [[[1, 0], [1, 0]], [[0, 1], [0, 1]]]
    """
    # The class axes come first in memory, as blocks of matrices have them.
    return np.moveaxis(np.stack([*rows(tables(supports), index)]), -1, 0)


def tables(supports: Sequence[int]) -> list[Integers]:
    """Return for each class all rows that it can have, as columns of a table of shape (C, number of rows)."""
    sizes = _checked(supports)
    most = ways(max(sizes), len(sizes))
    if most * len(sizes) > LARGEST_TABLE:
        raise ValueError(
            f"a class of {max(sizes):,} items can be predicted as {len(sizes)} classes in {most:,} ways, too many to "
            "list them."
        )
    made = {size: _compositions(size, len(sizes)) for size in set(sizes)}
    return [made[size] for size in sizes]


def rows(listed: Sequence[Any], index: Any) -> Iterator[Any]:
    """Yield for each class its row, of shape (C, n), in each of the n matrices of these numbers.

    Tables and numbers may be arrays of any library that has //, % and indexing by arrays, on any device.
    """
    lengths = [table.shape[-1] for table in listed]
    for i, table in enumerate(listed):
        yield table[:, index // math.prod(lengths[i + 1 :]) % lengths[i]]


def ways(items: int, parts: int) -> int:
    """Return in how many ways items can be divided into an ordered sum of parts of at least 0."""
    return math.comb(items + parts - 1, parts - 1)


def checked_range(supports: Sequence[int], start: int, stop: int | None) -> tuple[int, int]:
    """Return a range of numbers of matrices, if all of them exist."""
    every = how_many(supports)
    if every >= 2**63:
        # Not as a float: there can be more matrices than it can hold.
        raise ValueError(
            f"there are more than 10^{len(str(every)) - 1} matrices with these class sizes, too many to number them."
        )
    stop = every if stop is None else stop
    if not 0 <= start <= stop <= every:
        raise ValueError(
            f"there are the matrices 0 to {every:,}; a range from {start:,} to {stop:,} is not among them."
        )
    return start, stop


def _checked(supports: Sequence[int]) -> list[int]:
    try:
        sizes = [operator.index(size) for size in supports]
    except TypeError:
        raise ValueError(f"class sizes must be whole numbers, one per class, not {supports!r}.") from None
    if not sizes or min(sizes) < 0:
        raise ValueError(f"class sizes must be whole numbers of at least 0, one per class, not {list(supports)!r}.")
    return sizes


def _compositions(items: int, parts: int) -> Integers:
    """Return all ways to write a number as an ordered sum, as columns in lexicographic order."""
    if parts == 1:
        return np.full((1, 1), items, dtype=np.int64)
    shorter = [_compositions(items - first, parts - 1) for first in range(items + 1)]
    firsts = np.repeat(np.arange(items + 1), [table.shape[-1] for table in shorter])
    return np.concatenate([firsts[None], np.concatenate(shorter, axis=-1)])
