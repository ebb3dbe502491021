import pytest

import steelyard as sy
from second_opinion import absent, over

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return over(c.t[i] - c.tp[i], c.t[i])


def undefined(m):
    return absent(m)


def test_pycm_readme():
    assert sy.metrics.false_negative_rate(DOCS).round(5) == pytest.approx([0, 0.66667, 0.5])
