"""The weighted nearest-neighbour rule against a loop in exact numbers, and its ties."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard_papers.classifiers.lexiboost.voting import elected


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_it_is_the_heaviest_class_and_of_tied_ones_the_nearest(seed):
    rng = np.random.default_rng(seed)
    n_classes, items = 4, 20
    classes, counts = rng.integers(n_classes, size=items), rng.integers(4, size=items)
    neighbours = np.array([rng.permutation(items)[:5] for _ in range(30)])
    winners = []
    for row in neighbours:
        total = [sum(Fraction(int(counts[i]), 7) for i in row if classes[i] == place) for place in range(n_classes)]
        winners.append(next(classes[i] for i in row if total[classes[i]] == max(total)))
    np.testing.assert_array_equal(elected(neighbours, classes, counts / 7, n_classes), winners)


@pytest.mark.parametrize("sizes", [(3, 6), (7, 14), (11, 22), (49, 98)])
def test_one_rare_item_ties_with_two_that_weigh_half(sizes):
    """The weights 1/(2·n_j) are rounded, and 2·(1/(2·2n)) = 1/(2n) is still a tie: the nearest decides."""
    weights = 1 / (2 * np.array([sizes[0], sizes[1], sizes[1]]))
    neighbours = np.array([[0, 1, 2], [1, 0, 2]])
    np.testing.assert_array_equal(elected(neighbours, np.array([1, 0, 0]), weights, 2), [1, 0])


def test_neighbours_without_weight_leave_it_to_the_nearest():
    np.testing.assert_array_equal(elected(np.array([[2, 0], [0, 2]]), np.array([0, 1, 1]), np.zeros(3), 3), [1, 0])
