"""Combinations of positions in several columns: each once, in order, with the sum of what it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW = 4
"""Up to so many possible combinations per item are counted in a table of all of them; more of them are sorted."""


def combined(codes: Sequence[NDArray[np.intp]], values: NDArray[Any]) -> tuple[list[NDArray[np.intp]], NDArray[Any]]:
    """Return each combination of codes once, in their order, with the sum of its values.

    Examples
    --------
    >>> import numpy as np
    >>> combined([np.array([1, 0, 1]), np.array([0, 2, 0])], np.array([5, 6, 7]))
    ([array([0, 1]), array([2, 0])], array([ 6, 12]))
    """
    found, (sums,) = all_combined(codes, [values])
    return found, sums


def all_combined(
    codes: Sequence[NDArray[np.intp]], columns: Sequence[NDArray[Any]]
) -> tuple[list[NDArray[np.intp]], list[NDArray[Any]]]:
    """Return each combination of codes once, in their order, with the sums of its values in each column."""
    if not len(codes[0]):
        return list(codes), list(columns)
    keys, possible = _numbered(codes)
    if possible <= FEW * len(keys):
        first = np.full(possible, len(keys), dtype=np.intp)
        first[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)
        there = np.flatnonzero(first < len(keys))
        return [part[first[there]] for part in codes], [_summed(keys, column, possible)[there] for column in columns]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return [part[order[starts]] for part in codes], [np.add.reduceat(column[order], starts) for column in columns]


def _summed(keys: NDArray[np.intp], values: NDArray[Any], size: int) -> NDArray[Any]:
    sums = np.zeros(size, dtype=values.dtype)
    np.add.at(sums, keys, values)
    return sums


def _numbered(codes: Sequence[NDArray[np.intp]]) -> tuple[NDArray[np.intp], int]:
    """Return a number for each combination, in the order of the codes, and a limit of these numbers."""
    keys, possible = codes[0], int(codes[0].max(initial=0)) + 1
    for part in codes[1:]:
        width = int(part.max(initial=0)) + 1
        if possible * width >= 2**63:  # so many models: number anew those that occur, which keeps their order
            occurring, keys = np.unique(keys, return_inverse=True)
            possible = len(occurring)
        keys, possible = keys * width + part, possible * width
    return keys, possible
