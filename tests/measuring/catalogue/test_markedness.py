import pytest

import steelyard as sy
from second_opinion import alone, always, both, never_although_there, unpredicted, value_of

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return both(value_of("precision", c, i), value_of("npv", c, i), lambda p, v: p + v - 1)


def undefined(m):
    return unpredicted(m) | always(m)


WORST = -1


def given_up(m):
    return never_although_there(m) | (always(m) & ~alone(m))


def test_pycm_readme():
    assert sy.metrics.markedness(DOCS).round(5) == pytest.approx([0.6, 0.3, 0.17143])  # MK
