from decimal import Decimal

import pytest

import steelyard as sy
from second_opinion import alone, decimal, entropy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    if sum(t > 0 for t in c.t) < 2:
        return None
    before = entropy(t / c.n for t in c.t)
    columns = zip(c.p, zip(*c.m, strict=True), strict=True)
    after = sum((decimal(p / c.n) * entropy(x / p for x in column) for p, column in columns if p), Decimal(0))
    return (before - after) / before


def undefined(m):
    return alone(m).any()


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.368), (CASE_2, 0.926), (CASE_3, 0.979)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.rci(case) == pytest.approx(value, abs=6e-4)


def test_pycm_readme():
    assert round(sy.metrics.rci(DOCS), 5) == 0.34947
