import pytest

import steelyard as sy
from second_opinion import absent, alone, both, value_of

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return both(value_of("recall", c, i), value_of("specificity", c, i), lambda r, s: r + s - 1)


def undefined(m):
    return absent(m) | alone(m)


def test_pycm_readme():
    assert sy.metrics.informedness(DOCS).round(5) == pytest.approx([0.77778, 0.22222, 0.16667])  # BM


def test_always_wrong_is_minus_1():
    assert sy.metrics.informedness([[0, 9], [9, 0]]) == pytest.approx([-1, -1])
