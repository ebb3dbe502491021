import pytest

import steelyard as sy
from second_opinion import absent, never_although_there, over, unpredicted

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README
UNBOUNDED = True


def exact(c, i):
    return over(c.tp[i] * c.n, c.t[i] * c.p[i])


def undefined(m):
    return absent(m) | unpredicted(m)


def given_up(m):
    return never_although_there(m)


def test_pycm_readme():
    assert sy.metrics.lift(DOCS) == pytest.approx([2.4, 2, 1.2])  # LS
