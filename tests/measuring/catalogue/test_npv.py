import pytest

import steelyard as sy
from second_opinion import alone, always, over

F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.n - c.t[i] - c.p[i] + c.tp[i], c.n - c.p[i])


def undefined(m):
    return always(m)


def given_up(m):
    """The other classes have items and are never predicted."""
    return always(m) & ~alone(m)


def test_lmu_lecture_by_hand():
    assert sy.metrics.npv(F2)[0] == 1  # TN/(FN + TN) = 950/950
    assert sy.metrics.npv(F2)[1] == pytest.approx(25 / 75)


def test_pycm_readme():
    assert sy.metrics.npv(DOCS).round(5) == pytest.approx([1.0, 0.8, 0.57143])
