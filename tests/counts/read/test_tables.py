"""Tables that count combinations of codes: of few codes, of many, of any number of columns."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read import tables
from steelyard.counts.read.tables import CombinationTable, DenseTable, SparseTable, digit_order, digit_sorted


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
    monkeypatch.setattr(tables, "FITS", 5)
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


# Of many codes.


@pytest.mark.parametrize("bits", [1, 8, 16, 17, 32, 33, 48, 63])
@pytest.mark.parametrize("size", [0, 1, 1000])
def test_keys_of_any_width_are_sorted(rng, bits, size):
    keys = rng.integers(0, 2**bits, size)
    before = keys.tolist()
    assert digit_sorted(keys, bits).tolist() == sorted(before)
    assert digit_order(keys, bits).tolist() == np.argsort(keys, kind="stable").tolist()
    assert keys.tolist() == before


def counted(table):
    """Return what a table counted, by the codes."""
    codes, values = table.counted(0)
    places = list(zip(*(part.tolist() for part in codes), strict=True))
    assert places == sorted(set(places)), "in the order of the codes, each once"
    return dict(zip(places, values.tolist(), strict=True))


@given(
    axes=st.integers(2, 4),
    sizes=st.lists(st.integers(0, 40), max_size=8),
    widths=st.lists(st.sampled_from([1, 2, 5, 300, 40_000]), min_size=4, max_size=4),
    kind=st.sampled_from(["items", "whole", "floats"]),
    buffer=st.sampled_from([1, 7, 50, 10**6]),
    unmerged=st.sampled_from([0, 10, 10**6]),
    seed=st.integers(0, 2**32 - 1),
)
def test_what_a_dictionary_counts(axes, sizes, widths, kind, buffer, unmerged, seed):
    """Through buffers and merges of any size, with codes that outgrow their fields."""
    random = np.random.default_rng(seed)
    dtypes = {"items": [], "whole": [np.dtype(np.int64)], "floats": [np.dtype(np.float64)]}[kind]
    table, sums, items = SparseTable(axes, dtypes), Counter(), Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "BUFFER", buffer)
        patch.setattr(tables, "UNMERGED", unmerged)
        for step, size in enumerate(sizes):
            codes = [random.integers(0, max(1, width * step // len(sizes)), size) for width in widths[:axes]]
            weights = random.integers(0, 9, size) / (1 if kind == "whole" else 4)
            table.add(codes, [weights] if dtypes else [])
            for i, place in enumerate(zip(*(part.tolist() for part in codes), strict=True)):
                items[place] += 1
                sums[place] += weights[i] if dtypes else 1
        assert counted(table) == sums
        for axis in range(axes):
            assert table.occurring(axis).tolist() == sorted({place[axis] for place in items})
            assert table.occurring(axis - axes).tolist() == table.occurring(axis).tolist()
    assert table.counted(0)[1].dtype == (np.float64 if kind == "floats" else np.int64)


@pytest.mark.parametrize("dtypes", [[], [np.dtype(np.float64)]])
def test_what_a_dense_table_counted_so_far(rng, dtypes):
    dense, straight = DenseTable(2, dtypes), SparseTable(2, dtypes)
    dense.reserve([20, 30], 10**6)
    for table in (dense, straight):
        random = np.random.default_rng(5)
        codes = [random.integers(0, 20, 200), random.integers(0, 30, 200)]
        table.add(codes, [random.integers(0, 3, 200) / 2 for _ in dtypes])
    switched = SparseTable.of(dense)
    assert counted(switched) == counted(straight)
    assert switched.occurring(0).tolist() == dense.occurring(0).tolist()
    more = [rng.integers(0, 5000, 50), rng.integers(0, 9000, 50)]
    for table in (switched, straight):
        table.add(more, [np.ones(50) for _ in dtypes])
    assert counted(switched) == counted(straight)


def test_an_empty_table():
    for table in (SparseTable(2), SparseTable.of(DenseTable(2))):
        table.add([np.empty(0, dtype=np.intp)] * 2)
        assert counted(table) == {}
        assert table.occurring(0).tolist() == []


def test_items_that_weigh_nothing_occurred():
    table = SparseTable(2, [np.dtype(np.float64)])
    table.add([np.array([3]), np.array([4])], [np.array([0.0])])
    assert table.occurring(0).tolist() == [3]
    assert table.occurring(1).tolist() == [4]


def test_codes_as_wide_as_fit():
    codes = [np.array([2**31, 0]), np.array([2**31 - 1, 5])]
    table = SparseTable(2)
    table.add(codes)
    assert counted(table) == {(0, 5): 1, (2**31, 2**31 - 1): 1}
    with pytest.raises(ValueError, match="more combinations of slices and labels than can be numbered"):
        table.add([np.array([2**32]), np.array([0])])


# Combinations of any number of columns.


@pytest.mark.parametrize("pending", [1, 50, 1 << 20])
@pytest.mark.parametrize("columns", [2, 40])  # 40 columns of 3 codes are more than 64 bits can number
def test_combinations_are_what_a_loop_counts(monkeypatch, rng, pending, columns):
    monkeypatch.setattr(tables, "PENDING", pending)
    table, rows, weights = CombinationTable(columns, [np.dtype(np.float64)]), Counter(), Counter()
    kinds = rng.integers(0, 3, (12, columns))
    for _ in range(5):
        chosen, values = kinds[rng.integers(0, 12, 60)], rng.integers(0, 8, 60) / 4
        table.add(list(chosen.T), [values])
        rows.update(map(tuple, chosen.tolist()))
        for row, value in zip(chosen.tolist(), values.tolist(), strict=True):
            weights[tuple(row)] += value
    codes, items = table.counted(1)
    found = list(zip(*(column.tolist() for column in codes), strict=True))
    assert found == sorted(rows)
    assert dict(zip(found, items.tolist(), strict=True)) == rows
    assert dict(zip(found, table.counted(0)[1].tolist(), strict=True)) == weights
    assert table.occurring(-1).tolist() == sorted({row[-1] for row in rows})


def test_a_table_without_items_is_empty():
    table = CombinationTable(2)
    table.add([np.empty(0, dtype=np.intp)] * 2)
    assert table.counted(0)[1].tolist() == []
    assert table.occurring(0).tolist() == []
