import pytest

import steelyard as sy
from second_opinion import absent, alone, always, decimal, root, unpredicted

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    t, p, tp, n = c.t[i], c.p[i], c.tp[i], c.n
    spread = t * p * (n - t) * (n - p)
    return None if spread == 0 else decimal(tp * n - t * p) / root(spread)


def undefined(m):
    return absent(m) | alone(m) | unpredicted(m) | always(m)


WORST = -1


def given_up(m):
    return (unpredicted(m) | always(m)) & ~absent(m) & ~alone(m)


def test_pycm_readme():
    assert sy.metrics.class_mcc(DOCS).round(5) == pytest.approx([0.68313, 0.25820, 0.16903])  # MCC


def test_with_two_classes_both_are_the_mcc_of_the_lmu_lecture():
    assert sy.metrics.class_mcc([[25, 0], [50, 950]]).round(3).tolist() == [0.563, 0.563]
