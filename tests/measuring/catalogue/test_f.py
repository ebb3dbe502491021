from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, over, unpredicted

CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]
F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i, beta=1):
    beta = Fraction(beta)
    return over((1 + beta**2) * c.tp[i], beta**2 * c.t[i] + c.p[i])


def undefined(m):
    return absent(m) & unpredicted(m)


def test_branco_et_al_table_2():
    assert sy.metrics.f(CASE_2).round(3) == pytest.approx([0.4, 1, 0.993])
    assert sy.metrics.f(CASE_3).round(2) == pytest.approx([0.14, 0.14, 1, 1])


def test_lmu_lecture():
    assert sy.metrics.f(F1)[0] == 0
    assert sy.metrics.f(F2)[0] == pytest.approx(0.5)


def test_pycm_readme():
    assert sy.metrics.f(DOCS).round(5) == pytest.approx([0.75, 0.4, 0.54545])


def test_beta_by_hand():
    """P = 0.6 and R = 1: F_2 = 5·0.6/(4·0.6 + 1) = 15/17, F_0.5 = 1.25·0.6/(0.25·0.6 + 1) = 15/23."""
    assert sy.metrics.f(DOCS, beta=2)[0] == pytest.approx(15 / 17)
    assert sy.metrics.f(DOCS, beta=0.5)[0] == pytest.approx(15 / 23)


def test_a_class_that_is_never_predicted_has_one():
    """Branco et al., section 4.3: with (1 + β²)tp/(β²t + p) only a class without items and predictions has none."""
    np.testing.assert_array_equal(sy.metrics.f([[0, 2, 0], [0, 2, 0], [0, 0, 0]]), [0, 2 / 3, np.nan])
