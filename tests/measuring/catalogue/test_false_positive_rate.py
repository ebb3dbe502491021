import pytest

import steelyard as sy
from second_opinion import alone, over

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.p[i] - c.tp[i], c.n - c.t[i])


def undefined(m):
    return alone(m)


def test_pycm_readme():
    assert sy.metrics.false_positive_rate(DOCS).round(5) == pytest.approx([0.22222, 0.11111, 0.33333])
