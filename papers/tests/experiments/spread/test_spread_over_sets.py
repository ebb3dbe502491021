"""Intervals over data sets against tables of Student's t and against SciPy's tests."""

import math

import numpy as np
import pytest
from scipy import stats

from steelyard_papers.experiments.spread.over_sets import OverSets, between_groups, over_sets


def test_the_interval_of_a_mean_is_students():
    # Mean 0.2, standard error 0.1/√3; the table has 4.303 for two degrees of freedom.
    found = over_sets([0.1, 0.2, 0.3])
    reach = 4.302652729911275 * 0.1 / math.sqrt(3)
    assert (found.mean, found.low, found.high) == pytest.approx((0.2, 0.2 - reach, 0.2 + reach))
    assert found.sets == 3


def test_what_is_undefined_on_a_data_set_is_left_out():
    assert over_sets([0.1, math.nan, 0.2, 0.3]) == over_sets([0.1, 0.2, 0.3])


def test_an_interval_ends_where_the_number_must():
    free, bounded = over_sets([0.01, 0.2]), over_sets([0.01, 0.2], (0.0, math.inf))
    assert free.low < 0 == bounded.low
    assert free.high == bounded.high


def test_one_data_set_has_a_mean_and_no_interval():
    found = over_sets([0.1])
    assert (found.mean, found.sets, found.known, found.sign) == (0.1, 1, False, 0)
    assert math.isnan(over_sets([]).mean)
    assert not over_sets([0.0]).within(1.0)


def test_groups_alike_in_size_and_spread_are_compared_as_scipy_does():
    rng = np.random.default_rng(3)
    few = rng.normal(size=4)
    many = few[::-1] + 1.5  # the same spread: Welch's degrees of freedom are 6
    found = between_groups(many, few)
    theirs = stats.ttest_ind(many, few, equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))
    assert (found.mean, found.sets) == (pytest.approx(1.5), 8)


def test_between_groups_is_welchs_t_as_scipy_has_it():
    rng = np.random.default_rng(4)
    for _ in range(20):
        many, few = rng.normal(size=3), 2 * rng.normal(size=4)
        found = between_groups(many, few)
        theirs = stats.ttest_ind(many, few, equal_var=False).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))


def test_a_group_of_one_has_no_interval():
    assert not between_groups([0.1, 0.2], [0.3]).known
    assert math.isnan(between_groups([0.1, 0.2], []).mean)


@pytest.mark.parametrize(("ends", "sign"), [((0.01, 0.2), 1), ((-0.2, -0.01), -1), ((-0.1, 0.1), 0), ((0.0, 0.1), 0)])
def test_the_sign_is_told_only_beyond_chance(ends, sign):
    assert OverSets(sum(ends) / 2, *ends, 5).sign == sign


def test_within_asks_for_the_whole_interval():
    assert OverSets(0.0, -0.05, 0.05, 4).within(0.05)
    assert not OverSets(0.03, 0.0, 0.06, 4).within(0.05)
    assert not OverSets(-0.03, -0.06, 0.0, 4).within(0.05)
