"""Who is ahead: direction respected, rounding no difference."""

import numpy as np

import steelyard as sy
from steelyard.measuring.lead import difference, lead


def test_higher_or_lower_is_better_as_the_metric_says():
    first, second = np.array([0.2, 0.3, 0.25]), np.array([0.3, 0.2, 0.25])
    assert lead(first, second, sy.metrics.accuracy).tolist() == [-1, 1, 0]
    assert lead(first, second, sy.metrics.cen).tolist() == [1, -1, 0]


def test_rounding_is_a_tie_and_small_values_are_not_where_nothing_bounds_them():
    first = np.array([0.1 + 0.2, 1e-20, 0.0])
    second = np.array([0.3, 2e-20, 0.0])
    assert lead(first, second, sy.metrics.cost_ratio).tolist() == [0, 1, 0]
    assert lead(first, second, sy.metrics.accuracy).tolist() == [0, 0, 0]


def test_what_is_left_of_larger_values_is_no_difference():
    """Matthews' correlation of two models that guess: 74 flips were told of them."""
    first, second = np.array([1e-17, -3e-13, 1e-11]), np.array([-2e-17, 3e-13, 0.0])
    assert lead(first, second, sy.metrics.mcc).tolist() == [0, 0, 1]
    assert difference(first, second).tolist() != [0, 0, 1e-11]
    assert difference(first, second, sy.metrics.mcc).tolist() == [0, 0, 1e-11]


def test_undefined_is_neither_and_infinite_is_more_than_anything():
    first = np.array([np.nan, np.inf, np.inf])
    second = np.array([0.3, 1.0, np.inf])
    assert np.array_equal(lead(first, second, sy.metrics.accuracy), [np.nan, 1, 0], equal_nan=True)


def test_rounding_is_no_difference():
    first = np.array([0.1 + 0.2, 1 / 3 + 1 / 3 + 1 / 3, 1e9 * 0.3, np.nan])
    second = np.array([0.3, 1.0, 3e8, 0.5])
    assert difference(first, second)[:3].tolist() == [0.0, 0.0, 0.0]
    assert np.isnan(difference(first, second)[3])
    assert difference(np.array(1e-9), np.array(2e-9)) == -1e-9
