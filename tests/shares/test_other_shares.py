"""One class grown: its row alone is rescaled, the total stays, and the factors are checked."""

from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy
from steelyard.shares.distort import checked_factors, share_at, shares_at
from steelyard.shares.what_if_curves import at_each_share

CM = sy.Confusion([[8, 2, 0], [5, 50, 5], [0, 10, 20]])


def test_factors_go_both_ways():
    assert checked_factors((10, 2, 2)) == (0.1, 0.5, 2.0, 10.0)
    assert checked_factors(4) == (0.25, 4.0)


@pytest.mark.parametrize("factors", [(), "10", None, (1,), (0.5,), (2, -1), (float("inf"),), (float("nan"),), (True,)])
def test_what_is_no_factor_is_refused(factors):
    with pytest.raises(ValueError, match="factors must"):
        checked_factors(factors)


def test_a_class_has_so_many_times_as_many_items():
    sizes = np.array([10.0, 60.0, 30.0])
    assert share_at(sizes, 0, 10) == 100 / 190
    assert share_at(sizes, 1, 0.1) == 6 / 46
    assert share_at(np.array([5.0, 0.0]), 0, 10) == 1


@pytest.mark.parametrize("position", [0, 1, 2])
def test_rows_are_those_of_condition_1_with_the_same_total(position):
    factors = checked_factors((2, 5, 10))
    stack = at_each_share(CM, position, shares_at(CM.support, position, factors))
    for matrix, factor in zip(stack, factors, strict=True):
        rows = CM.counts.astype(float)
        rows[position] *= factor
        np.testing.assert_allclose(matrix.counts, rows * 100 / rows.sum(), rtol=1e-13)


def test_it_is_what_at_shares_gives():
    (found,) = at_each_share(CM, 0, shares_at(CM.support, 0, [10.0]))
    np.testing.assert_allclose(found.counts, CM.at_shares([100 / 190, 60 / 190, 30 / 190]).counts, rtol=1e-13)
