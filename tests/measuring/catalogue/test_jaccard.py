import pytest

import steelyard as sy
from second_opinion import absent, over, unpredicted

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.tp[i], c.t[i] + c.p[i] - c.tp[i])


def undefined(m):
    return absent(m) & unpredicted(m)


def test_pycm_readme():
    assert sy.metrics.jaccard(DOCS) == pytest.approx([0.6, 0.25, 0.375])  # J
