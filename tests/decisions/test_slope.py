"""What one more answer in each cell is worth, against differences of the goal itself."""

import numpy as np
import pytest

import steelyard as sy
from every_metric import under
from steelyard.decisions.closed_form import slope_of
from steelyard.decisions.validation import validation
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import goal

COUNTS = np.array([[30.0, 10, 5], [8, 60, 20], [3, 9, 200]])


@pytest.mark.parametrize("importance", [None, {0: 0.5, 1: 0.3, 2: 0.2}], ids=["none", "stated"])
@pytest.mark.parametrize("metric", ["mean_f", "mcc", "g_mean", "expected_cost", "cen", "accuracy"])
def test_slopes_are_differences_of_the_goal(metric, importance):
    y = np.array([0, 1, 2])
    of = goal(under(metric, importance), importance, sizes=sizes_of(y))
    found = slope_of(validation(of, y, np.full((3, 3), 1 / 3)))(COUNTS)
    for i, j in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[i, j] = 1e-4
        up, down = (of.of_counts(sy.Confusion(COUNTS + way * step)) for way in (1, -1))
        assert found[i, j] == pytest.approx(of.sign * (up - down) / 2e-4, rel=1e-5, abs=1e-9)


def test_a_slope_that_is_not_finite_is_none():
    of = goal("mcc", sizes=sizes_of([0, 1]))
    slope = slope_of(validation(of, [0, 1], [[0.5, 0.5]] * 2))
    assert slope(np.array([[5.0, 0], [5, 0]])) is None
