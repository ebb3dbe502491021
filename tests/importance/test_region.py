"""The polytope of weights: what is fixed, what is free, and when it is made of simplices."""

import numpy as np
import pytest

from steelyard.importance.region import Region

LABELS = ("a", "b", "c")


def test_nothing_said_is_the_whole_simplex():
    region = Region.of(LABELS)
    assert (region.low.tolist(), region.high.tolist(), region.pairs) == ([0, 0, 0], [1, 1, 1], ())
    assert region.is_simplicial
    assert not region.is_point
    assert region.mass == 1


def test_comparisons_that_follow_from_others_are_left_out():
    assert Region.of(LABELS, [(0, 1), (1, 2), (0, 2)]).pairs == ((0, 1), (1, 2))
    assert Region.of(LABELS, [(0, 1)], {0: (0, 0.2), 1: (0.3, 1)}).pairs == ()


@pytest.mark.parametrize(
    ("pairs", "ranges", "simplicial"),
    [
        ([(0, 1)], {}, True),
        ([], {0: (0.2, 0.2)}, True),
        ([], {0: (0.2, 1), 1: (0.1, 1)}, True),  # the simplex, smaller
        ([], {0: (0.2, 0.9), 1: (0.1, 1)}, True),  # 0.9 cannot be reached
        ([], {0: (0.2, 0.8), 1: (0.1, 1)}, False),
        ([], {0: (0, 0.5)}, False),
        ([(0, 1), (1, 2)], {0: (0.1, 1)}, True),  # all are at least 0.1
        ([(0, 1), (1, 2)], {1: (0.1, 1)}, False),
        ([(0, 1)], {1: (0.7, 0.7)}, True),
        ([(0, 1)], {1: (0.4, 0.4)}, True),  # a in 0..0.4, c the rest of 0.6
        ([(0, 1), (2, 1)], {1: (0.5, 0.6)}, False),
    ],
)
def test_where_a_region_is_made_of_simplices(pairs, ranges, simplicial):
    assert Region.of(LABELS, pairs, ranges).is_simplicial == simplicial


def test_what_the_others_leave_is_an_end_too():
    region = Region.of(LABELS, [], {0: (0.2, 0.4), 1: (0.1, 0.3)})
    np.testing.assert_allclose(region.low, [0.2, 0.1, 0.3], rtol=1e-15)
    np.testing.assert_allclose(region.high, [0.4, 0.3, 0.7], rtol=1e-15)
    assert Region.of(LABELS, [], {0: (0.05, 0.05), 1: (0.2, 0.2)}).is_point


def test_numbers_that_fill_up_1_leave_a_point():
    region = Region.of(LABELS, [(2, 1)], {0: (0.7, 0.7), 1: (0.2, 0.2), 2: (0.1, 0.4)})
    assert region.is_point
    assert region.mass == 0
    np.testing.assert_allclose(region.low, [0.7, 0.2, 0.1])
    assert region.low.sum() == pytest.approx(1, abs=1e-15)


def test_a_region_says_what_it_contains():
    region = Region.of(LABELS, [(0, 1)], {2: (0.2, 0.5)})
    assert region.contains(np.array([0.2, 0.3, 0.5]))
    assert not region.contains(np.array([0.3, 0.2, 0.5]))
    assert not region.contains(np.array([0.1, 0.3, 0.6]))
    assert not region.contains(np.array([0.1, 0.3, 0.4]))


def test_its_ends_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        Region.of(LABELS).low[0] = 1
