import numpy as np
import pytest

from steelyard.counts.read.amounts import Counts, GroupWeights, Weights, all_groups, amounts_of, some_groups


def test_what_is_given_says_what_it_is():
    assert amounts_of(None, None, 2) is None
    assert isinstance(amounts_of([1, 2], None, 2), Weights)
    assert isinstance(amounts_of(None, [1, 2], 2), Counts)
    groups = Counts(np.array([1, 2]))
    assert amounts_of(groups, None, 2) is groups


@pytest.mark.parametrize("kind", ["int8", "uint64", "float16", "float32", "float64", "bool"])
def test_squares_are_those_of_the_widest_float(kind):
    """In int8 or float16, 100² would not be 10,000."""
    weights = np.array([100, 0, 1]).astype(kind)
    found = amounts_of(weights, None, 3).part(0, 3)
    assert [column.tolist() for column in found] == [weights.tolist(), (weights.astype(float) ** 2).tolist(), [1, 0, 1]]


def test_rows_are_a_column_only_where_some_weigh_nothing():
    assert len(amounts_of([0.5, 2], None, 2).dtypes) == 2
    assert len(amounts_of([0.5, 0], None, 2).dtypes) == 3
    assert amounts_of([0.5, 0], None, 2).items(slice(None)) == 2


def test_groups_are_chosen_and_joined():
    groups = GroupWeights(np.array([2.5, 1]), np.array([4.25, 1]), np.array([2, 1]), np.array([3, 1]))
    first, second = (some_groups(groups, np.array(which)) for which in ([True, False], [False, True]))
    assert first.items(slice(None)) == 3
    assert [column.tolist() for column in all_groups([second, first])] == [[1, 2.5], [1, 4.25], [1, 2], [1, 3]]
