import pytest

import steelyard as sy
from second_opinion import over, per_class

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.n - c.t[i] - c.p[i] + 2 * c.tp[i], c.n)


def undefined(m):
    return per_class(m, not m.any())


def test_pycm_readme():
    assert sy.metrics.class_accuracy(DOCS).round(5) == pytest.approx([0.83333, 0.75, 0.58333])  # ACC
