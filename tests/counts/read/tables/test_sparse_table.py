"""A table of many codes."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.tables import tables as sparse_table
from steelyard.counts.read.tables.tables import DenseTable, SparseTable, digit_order, digit_sorted


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
        patch.setattr(sparse_table, "BUFFER", buffer)
        patch.setattr(sparse_table, "UNMERGED", unmerged)
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
