from collections import Counter

import numpy as np
import pytest

from steelyard.counting import pair_table
from steelyard.counting.pair_table import PairTable


@pytest.mark.parametrize("dtype", [None, np.int64, np.float64])
def test_a_table_that_grows(rng, dtype):
    table = PairTable(None if dtype is None else np.dtype(dtype))
    items, sums = Counter(), Counter()
    for size in (1, 3, 4, 20, 5):
        rows, columns = rng.integers(0, size, 50), rng.integers(0, 2 * size, 50)
        weights = None if dtype is None else rng.integers(0, 9, 50) / (1 if dtype is np.int64 else 4)
        table.reserve(size, 2 * size)
        table.add(rows, columns, weights)
        for i, pair in enumerate(zip(rows.tolist(), columns.tolist(), strict=True)):
            items[pair] += 1
            sums[pair] += 1 if weights is None else weights[i]
    assert {pair: table.items[pair] for pair in items} == items
    assert {pair: table.cells[pair] for pair in sums} == sums
    assert table.items.sum() == table.size == 250
    assert table.cells.sum() == sum(sums.values())
    assert not table.items[-1].any()
    assert not table.items[:, -1].any()


def test_labels_one_by_one_do_not_mean_a_copy_each():
    table, shapes = PairTable(), set()
    for size in range(1, 1000):
        table.reserve(size, 1)
        shapes.add(table.items.shape)
    assert len(shapes) < 15


def test_more_items_than_int32_holds(monkeypatch):
    monkeypatch.setattr(pair_table, "FITS", 5)
    table = PairTable()
    table.reserve(1, 1)
    table.add(np.zeros(5, dtype=np.intp), np.zeros(5, dtype=np.intp))
    assert table.items.dtype == np.int32
    table.items[0, 0] = 2**31 - 1
    table.add(np.zeros(3, dtype=np.intp), np.zeros(3, dtype=np.intp))
    assert table.items[0, 0] == 2**31 + 2


def test_the_codes_are_not_changed():
    codes = np.array([1, 0, 1])
    table = PairTable()
    table.reserve(2, 2)
    table.add(codes, codes)
    assert codes.tolist() == [1, 0, 1]


@pytest.mark.parametrize("dtype", [None, np.float64])
def test_rows_and_columns_taken_out(dtype):
    table = PairTable(None if dtype is None else np.dtype(dtype))
    table.reserve(3, 3)
    rows, columns = np.divmod(np.arange(9), 3)
    table.add(rows, columns, None if dtype is None else np.arange(9) / 2)
    assert table.take_out([], []) == (0, 0)
    assert table.take_out([1], [2]) == (5, 5 if dtype is None else (3 + 4 + 5 + 2 + 8) / 2)
    assert table.items[:3, :3].tolist() == [[1, 1, 0], [0, 0, 0], [1, 1, 0]]
    assert table.cells.sum() == (4 if dtype is None else (0 + 1 + 6 + 7) / 2)
