from collections import Counter

import numpy as np
import pytest

from steelyard.counts.read.tables import tables as dense_table
from steelyard.counts.read.tables.tables import DenseTable


@pytest.mark.parametrize("axes", [2, 3, 4])
@pytest.mark.parametrize("dtype", [None, np.int64, np.float64])
def test_a_table_that_grows(rng, dtype, axes):
    table = DenseTable(axes, [] if dtype is None else [np.dtype(dtype), np.dtype(np.float64)])
    items, sums, squares = Counter(), Counter(), Counter()
    for size in (1, 3, 4, 8, 5):
        known = [size, 2 * size, 3, size + 1][:axes]
        codes = [rng.integers(0, limit, 50) for limit in known]
        weights = rng.integers(0, 9, 50) / (1 if dtype is np.int64 else 4)
        assert table.reserve(known, 10**6)
        table.add(codes, [] if dtype is None else [weights, weights**2])
        for i, place in enumerate(zip(*(part.tolist() for part in codes), strict=True)):
            items[place] += 1
            sums[place] += weights[i]
            squares[place] += weights[i] ** 2
    assert {place: table.items[place] for place in items} == items
    assert table.items.sum() == table.size == 250
    for found, wanted in zip(table.sums, [sums, squares], strict=dtype is not None):
        assert {place: found[place] for place in wanted} == wanted
        assert found.sum() == sum(wanted.values())
    for axis in range(axes):
        assert not table.items.take(-1, axis=axis).any()
        assert table.occurring(axis).tolist() == sorted({place[axis] for place in items})
        assert table.occurring(axis - axes).tolist() == table.occurring(axis).tolist()


def test_labels_one_by_one_do_not_mean_a_copy_each():
    table, shapes = DenseTable(2), set()
    for size in range(1, 1000):
        assert table.reserve([size, 1], 10**6)
        shapes.add(table.items.shape)
    assert len(shapes) < 15


def test_a_table_that_would_be_too_large_stays_as_it_was():
    table = DenseTable(2)
    assert table.reserve([9, 9], 100)
    assert not table.reserve([10, 9], 100)
    assert table.reserve([10, 9], 200)
    assert table.items.shape == (20, 10)


def test_more_items_than_int32_holds(monkeypatch):
    monkeypatch.setattr(dense_table, "FITS", 5)
    table = DenseTable(2)
    assert table.reserve([1, 1], 10**6)
    table.add([np.zeros(5, dtype=np.intp)] * 2)
    assert table.items.dtype == np.int32
    table.items[0, 0] = 2**31 - 1
    table.add([np.zeros(3, dtype=np.intp)] * 2)
    assert table.items[0, 0] == 2**31 + 2


def test_the_codes_are_not_changed():
    codes = np.array([1, 0, 1])
    table = DenseTable(3)
    assert table.reserve([2, 2, 2], 10**6)
    table.add([codes, codes, codes])
    assert codes.tolist() == [1, 0, 1]


@pytest.mark.parametrize("dtype", [None, np.float64])
def test_cells_are_put_in_their_places(dtype):
    table = DenseTable(3, [] if dtype is None else [np.dtype(dtype)])
    assert table.reserve([2, 2, 2], 10**6)
    codes = [np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1, 1, 0])]
    table.add(codes, [] if dtype is None else [np.array([0.5, 2, 4])])
    orders = [np.array([1, 0]), np.array([1, -1, 0]), np.array([0, 1, -1])]
    first, second, third = (1, 1, 1) if dtype is None else (0.5, 2, 4)
    wanted = [[[third, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, second, 0], [0, 0, 0], [0, first, 0]]]
    placed = table.placed(0, orders)
    assert placed.tolist() == wanted
    assert placed.dtype == (np.int64 if dtype is None else dtype)
    assert table.placed(-1, orders).tolist() == np.sign(wanted).tolist()
    codes, values = table.counted(0)
    assert dict(zip(zip(*codes, strict=True), values.tolist(), strict=True)) == {
        (0, 0, 1): first,
        (0, 1, 1): second,
        (1, 1, 0): third,
    }
    assert values.dtype == placed.dtype
