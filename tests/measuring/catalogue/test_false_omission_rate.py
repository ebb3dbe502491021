import pytest

import steelyard as sy
from second_opinion import alone, always, over

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.t[i] - c.tp[i], c.n - c.p[i])


def undefined(m):
    return always(m)


WORST = 1


def given_up(m):
    return always(m) & ~alone(m)


def test_pycm_readme():
    assert sy.metrics.false_omission_rate(DOCS).round(5) == pytest.approx([0, 0.2, 0.42857])
