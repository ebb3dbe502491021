import pytest

import steelyard as sy
from second_opinion import never_although_there, over, unpredicted

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.p[i] - c.tp[i], c.p[i])


def undefined(m):
    return unpredicted(m)


WORST = 1


def given_up(m):
    return never_although_there(m)


def test_pycm_readme():
    assert sy.metrics.false_discovery_rate(DOCS).round(5) == pytest.approx([0.4, 0.5, 0.4])
