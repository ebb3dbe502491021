import pytest

import steelyard as sy
from second_opinion import root

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    rows, columns = sum(t > 0 for t in c.t), sum(p > 0 for p in c.p)
    if min(rows, columns) < 2:
        return None
    square = sum(x**2 / (c.t[i] * c.p[j]) for i, row in enumerate(c.m) for j, x in enumerate(row) if x) - 1
    return root(square / (min(rows, columns) - 1))


def undefined(m):
    return (m.sum(axis=0) > 0).sum() < 2 or (m.sum(axis=1) > 0).sum() < 2


def test_pycm_readme():
    assert round(sy.metrics.cramers_v(DOCS), 5) == 0.52440  # Cramer V


def test_with_two_classes_it_is_the_size_of_mcc():
    counts = [[2, 18], [60, 20]]
    assert sy.metrics.cramers_v(counts) == pytest.approx(-sy.metrics.mcc(counts))
