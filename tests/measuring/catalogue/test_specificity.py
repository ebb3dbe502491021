import numpy as np
import pytest

import steelyard as sy
from second_opinion import alone, over

F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.n - c.t[i] - c.p[i] + c.tp[i], c.n - c.t[i])


def undefined(m):
    return alone(m)


def test_lmu_lecture():
    assert sy.metrics.specificity(F2)[0] == pytest.approx(950 / 1000)


def test_pycm_readme():
    assert sy.metrics.specificity(DOCS).round(5) == pytest.approx([0.77778, 0.88889, 0.66667])  # TNR


def test_a_class_that_holds_all_items_has_none():
    np.testing.assert_array_equal(sy.metrics.specificity([[3, 1], [0, 0]]), [np.nan, 0.75])
