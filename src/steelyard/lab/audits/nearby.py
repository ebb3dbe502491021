"""Matrices near a matrix: the steps of a climb, and smaller ones that may show the same."""

from __future__ import annotations

from functools import cache

import numpy as np

from steelyard.type_names import Integers


def neighbours(stack: Integers) -> Integers:
    """Return for each matrix those in which one cell is one more, one less, twice as large or empty.

    Of shape (N, 4·C², C, C). Some may have classes without items.
    """
    m, cells = stack[:, None], _cells(stack.shape[-1])
    return np.concatenate([m + cells, np.maximum(m - cells, 0), m + cells * m, m - cells * m], axis=1)


def reductions(m: Integers) -> Integers:
    """Return smaller matrices in which every class has items.

    All cells, the cells of a row or a single cell are made smaller by one, by a power of two, by half or to nothing,
    and two cells are made smaller by one each.
    """
    C = len(m)
    cells = _cells(C)
    whole = np.ones((1, C, C), dtype=np.int64)
    rows = whole * np.eye(C, dtype=np.int64)[:, :, None]
    twice = (cells[:, None] + cells[None]).reshape(-1, C, C)
    found = [np.stack([m // 10, m // 2, -(-m // 10), np.minimum(m, 1)])]
    masks = np.concatenate([whole, rows, cells])
    found += [m - masks * m, m - masks * (m // 2)]
    found += [np.maximum(m - masks * 2**k, 0) for k in range(int(m.max()).bit_length())]
    found += [np.maximum(m - twice, 0)]
    every = np.concatenate(found)
    return every[(every.sum(axis=-1).min(axis=-1) > 0) & (every.sum(axis=(1, 2)) < m.sum())]


def exchanges(m: Integers) -> Integers:
    """Return matrices of one item fewer in which two items are gone and one is elsewhere; every class has items."""
    C = len(m)
    cells = _cells(C)
    filled = cells[m.reshape(-1) > 0]
    fewer = (m - filled[:, None] - filled[None]).reshape(-1, C, C)
    every = (fewer[fewer.min(axis=(1, 2)) >= 0][:, None] + cells).reshape(-1, C, C)
    return every[every.sum(axis=-1).min(axis=-1) > 0]


@cache
def _cells(C: int) -> Integers:
    """Return one matrix per cell: 1 there, 0 elsewhere."""
    return np.eye(C * C, dtype=np.int64).reshape(-1, C, C)
