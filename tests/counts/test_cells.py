"""Dense and sparse cells answer every question alike; NumPy on the dense array is the judge."""

import itertools

import numpy as np
import pytest

from steelyard.counts.cells import Coordinates, DenseCells, SparseCells, gathered, stacked, summed


def cells_of(array, *, dense):
    C = array.shape[-1]
    at, rows, columns = np.nonzero(array.reshape(-1, C, C))
    values = array.reshape(-1, C, C)[at, rows, columns]
    return gathered(Coordinates(at, rows, columns, values), array.shape[:-2], C, dense=dense)


@pytest.fixture(params=[True, False], ids=["dense", "sparse"])
def dense(request):
    return request.param


@pytest.fixture(params=[(), (3,), (2, 3)], ids=["one", "stack", "grid"])
def array(request, random_counts, rng):
    stack = request.param
    counts = random_counts(rng, 5, int(np.prod(stack)))
    return counts.reshape(*stack, 5, 5)


def test_sums(array, dense):
    cells = cells_of(array, dense=dense)
    assert isinstance(cells, DenseCells if dense else SparseCells)
    assert cells.stack == array.shape[:-2]
    assert cells.classes == 5
    np.testing.assert_array_equal(cells.row_sums(), array.sum(axis=-1))
    np.testing.assert_array_equal(cells.column_sums(), array.sum(axis=-2))
    np.testing.assert_array_equal(cells.diagonal(), np.einsum("...ii->...i", array))
    np.testing.assert_array_equal(cells.total(), array.sum(axis=(-1, -2)))
    for axes in itertools.chain.from_iterable(itertools.combinations(range(array.ndim - 2), r) for r in (1, 2)):
        np.testing.assert_array_equal(cells.pooled(axes).array(), array.sum(axis=axes))
    assert cells.largest() == array.max()
    np.testing.assert_array_equal(cells.array(), array)
    np.testing.assert_array_equal(np.asarray(cells.counts), array)
    np.testing.assert_array_equal(cells.corner(2), array[..., :2, :2])


def test_coordinates_are_the_cells_that_are_not_zero_in_order(array, dense):
    at, rows, columns, values = cells_of(array, dense=dense).coordinates()
    expected = np.nonzero(array.reshape(-1, 5, 5))
    for found, wanted in zip((at, rows, columns), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    np.testing.assert_array_equal(values, array.reshape(-1, 5, 5)[expected])


def test_rows_are_scaled(array, dense, rng):
    factors = rng.random(array.shape[:-1]) * (rng.random(array.shape[:-1]) > 0.3)
    scaled = cells_of(array, dense=dense).scaled(factors)
    np.testing.assert_array_equal(scaled.array(), array * factors[..., None])
    assert scaled.coordinates().values.all()


@pytest.mark.parametrize("to", [[4, 3, 2, 1, 0], [0, 1, 0, 1, 2], [6, 1, 2, 0, 3]], ids=["order", "merge", "more"])
def test_classes_move(array, dense, to):
    classes = max(to) + 1
    ones = np.zeros((classes, 5), dtype=int)
    ones[to, range(5)] = 1
    moved = cells_of(array, dense=dense).moved(np.array(to), classes)
    np.testing.assert_array_equal(moved.array(), ones @ array @ ones.T)


@pytest.mark.parametrize("other_dense", [True, False])
def test_sum_of_two(array, dense, other_dense):
    other = cells_of(array * 2 + np.eye(5, dtype=int), dense=other_dense)
    np.testing.assert_array_equal(cells_of(array, dense=dense).plus(other).array(), array * 3 + np.eye(5, dtype=int))


def test_whole_numbers_become_floats_before_they_overflow(dense):
    half = cells_of(np.diag([2**62, 0]), dense=dense)
    assert half.plus(half).array()[0, 0] == 2.0**63


def test_slices_are_taken(array, dense):
    cells = cells_of(array, dense=dense)
    for axis, size in enumerate(array.shape[:-2]):
        for i in range(size):
            np.testing.assert_array_equal(cells.taken(axis, i).array(), array.take(i, axis=axis))
        np.testing.assert_array_equal(
            cells.taken(axis, slice(0, 2)).array(), array.take(range(min(2, size)), axis=axis)
        )


@pytest.mark.parametrize(
    ("values", "limit", "whole"),
    [([3, 4], 2**53, True), ([3.0, 4.0], 2**53, True), ([3, 4.5], 2**53, False), ([2**50, 1], 2**49, False)],
)
def test_whole_numbers(dense, values, limit, whole):
    assert cells_of(np.diag(values), dense=dense).whole_numbers(limit) is whole
    after_whole_ones = np.stack([np.eye(2), np.eye(2), np.diag(values)])
    assert cells_of(after_whole_ones, dense=dense).whole_numbers(limit) is whole


def test_single_matrices_are_stacked(random_counts, rng):
    arrays = random_counts(rng, 4, 3)
    for kinds in ([True] * 3, [False] * 3, [True, False, True]):
        every = [cells_of(array, dense=dense) for array, dense in zip(arrays, kinds, strict=True)]
        np.testing.assert_array_equal(stacked(every).array(), arrays)


def test_a_large_matrix_is_sparse_by_itself_and_dense_only_on_request():
    one = np.array([0])
    assert isinstance(gathered(Coordinates(one, one, one, one + 1), (), 4096), DenseCells)
    large = gathered(Coordinates(one, one, one, one + 1), (), 4097)
    assert isinstance(large, SparseCells)
    assert large.array().shape == (4097, 4097)
    million = gathered(Coordinates(one, one, one, one + 1), (), 10**6)
    with pytest.raises(ValueError, match=r"1,000,000 classes would take 7,450.6 GiB, more than the 2 GiB"):
        million.array()
    with pytest.raises(ValueError, match="more cells than can be numbered"):
        gathered(Coordinates(one, one, one, one + 1), (10**4,), 10**8)


def test_equal_keys_are_added_up(rng):
    keys = rng.integers(0, 50, 1000)
    values = rng.integers(0, 9, 1000)
    found, sums = summed(keys, values)
    expected = np.bincount(keys, values, minlength=50)
    np.testing.assert_array_equal(found, np.unique(keys))
    np.testing.assert_array_equal(sums, expected[found])
    assert [part.tolist() for part in summed(np.array([], dtype=np.int64), np.array([], dtype=np.int64))] == [[], []]


def test_sparse_cells_say_what_they_are(random_counts, rng):
    array = random_counts(rng, 5, 2)
    cells = cells_of(array, dense=False)
    assert repr(cells) == f"{np.count_nonzero(array)} cells of a stack (2,) of sparse matrices of 5 classes"
    assert cells.shape == (2, 5, 5)
    assert np.asarray(cells, dtype=np.float64).dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        cells.values[0] = 7
