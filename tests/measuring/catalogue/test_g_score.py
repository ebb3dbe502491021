import pytest

import steelyard as sy
from second_opinion import absent, geometric, never_although_there, unpredicted, value_of

F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return geometric(value_of("precision", c, i), value_of("recall", c, i))


def undefined(m):
    return absent(m) | unpredicted(m)


def given_up(m):
    return never_although_there(m)


def test_lmu_lecture():
    assert round(sy.metrics.g_score(F2)[0], 3) == 0.577


def test_pycm_readme():
    assert sy.metrics.g_score(DOCS).round(5) == pytest.approx([0.7746, 0.40825, 0.54772])
