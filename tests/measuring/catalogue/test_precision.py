import numpy as np
import pytest

import steelyard as sy
from second_opinion import never_although_there, over, unpredicted

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


def exact(c, i):
    return over(c.tp[i], c.p[i])


def undefined(m):
    return unpredicted(m)


def given_up(m):
    return never_although_there(m)


def test_branco_et_al_table_2():
    np.testing.assert_allclose(sy.metrics.precision(CASE_1, undefined="nan").round(3), [1, 0.032, np.nan])  # "n. def."
    assert sy.metrics.precision(CASE_2).round(3) == pytest.approx([1, 1, 0.985])
    assert sy.metrics.precision(CASE_3) == pytest.approx([0.1, 0.25, 1, 1])


def test_it_falls_with_the_ratio_of_class_sizes():
    """Mullick et al., Example 1: the same classifier's precision goes from .93 to .59 as RRT goes from 1 to 10."""
    recall, alarm = 0.935, 0.065
    at_1, at_10 = (sy.metrics.precision([[recall, 1 - recall], [k * alarm, k * (1 - alarm)]])[0] for k in (1, 10))
    assert at_1 == pytest.approx(0.935)
    assert round(at_10, 2) == 0.59


def test_a_class_that_was_given_up_has_the_worst():
    """Class 2 has items and is never predicted; class 3 has none and is; class 4 is not there at all."""
    cm = [[5, 0, 0, 1, 0], [0, 9, 0, 0, 0], [3, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    np.testing.assert_array_equal(sy.metrics.precision(cm), [5 / 8, 1, 0, 0, np.nan])
