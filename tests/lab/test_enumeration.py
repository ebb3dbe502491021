import itertools
import math

import numpy as np
import pytest

from steelyard.lab import enumeration
from steelyard.lab.enumeration import how_many, matrices, matrices_at, tables


def brute_force(supports):
    """All matrices, row by row, by trying every number in every cell."""
    C = len(supports)
    rows = [[r for r in itertools.product(range(t + 1), repeat=C) if sum(r) == t] for t in supports]
    return [list(map(list, matrix)) for matrix in itertools.product(*rows)]


@pytest.mark.parametrize("supports", [[3], [0], [1, 1], [2, 3], [0, 4], [1, 2, 1], [2, 0, 3], [1, 0, 0, 2]])
def test_all_matrices_in_the_order_of_trying(supports):
    expected = brute_force(supports)
    assert how_many(supports) == len(expected)
    assert matrices(supports).tolist() == expected


def test_the_numbers_of_the_paper():
    """Branco et al. 2017, section 5.2: the problem 2-3-9-11 of its complete scenario, 10 · 20 · 220 · 364 matrices."""
    assert how_many((2, 3, 9, 11)) == 16_016_000
    assert how_many((2, 3, 9, 11)) == math.prod(math.comb(t + 3, 3) for t in (2, 3, 9, 11))


@pytest.mark.parametrize(("start", "stop"), [(0, 7), (5, 6), (11, 30), (30, 30), (0, 0), (29, None)])
def test_any_range_is_a_part_of_all(start, stop):
    supports = [2, 1, 1]  # 6 · 3 · 3 matrices
    part = matrices(supports, start, stop)
    np.testing.assert_array_equal(part, matrices(supports)[start:stop])
    assert part.shape == (len(range(54)[start:stop]), 3, 3)
    assert part.dtype == np.int64


def test_any_numbers_at_all(rng):
    every = matrices([2, 3])
    index = rng.integers(0, len(every), 20)
    np.testing.assert_array_equal(matrices_at([2, 3], index), every[index])


def test_a_range_far_out_has_the_right_supports_and_no_matrix_twice(rng):
    start = int(rng.integers(0, 16_000_000))
    found = matrices((2, 3, 9, 11), start, start + 10_000)
    assert (found.sum(axis=-1) == [2, 3, 9, 11]).all()
    assert (found >= 0).all()
    assert len({matrix.tobytes() for matrix in np.ascontiguousarray(found)}) == 10_000


def test_tables_are_made_once_per_size():
    first, second, third = tables([3, 2, 3])
    assert first is third
    assert first.shape == (3, 10)
    assert second.shape == (3, 6)


@pytest.mark.parametrize("supports", [[], [-1, 2], [1.5, 2], ["a"], 5, None])
def test_class_sizes_that_are_none_are_refused(supports):
    with pytest.raises(ValueError, match="class sizes must be whole numbers"):
        how_many(supports)


@pytest.mark.parametrize(("start", "stop"), [(-1, 3), (3, 2), (0, 5), (5, None)])
def test_numbers_that_no_matrix_has_are_refused(start, stop):
    with pytest.raises(ValueError, match="there are the matrices 0 to 4; a range from"):
        matrices([1, 1], start, stop)


def test_too_many_are_refused(monkeypatch):
    with pytest.raises(
        ValueError, match=r"there are more than 10\^\d+ matrices with these class sizes, too many to number"
    ):
        matrices([1000] * 5, 0, 1)
    monkeypatch.setattr(enumeration, "LARGEST_TABLE", 100)
    with pytest.raises(ValueError, match="a class of 20 items can be predicted as 3 classes in 231 ways, too many"):
        tables([1, 20, 2])
