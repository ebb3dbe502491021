import numpy as np
import pytest

import steelyard as sy
from second_opinion import alone, always, decimal, root

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]
F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    spread = (c.n**2 - sum(p**2 for p in c.p)) * (c.n**2 - sum(t**2 for t in c.t))
    numerator = c.n * c.T - sum(t * p for t, p in zip(c.t, c.p, strict=True))
    return None if spread == 0 else decimal(numerator) / root(spread)


def undefined(m):
    return alone(m).any() or always(m).any()


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.301), (CASE_2, 0.978), (CASE_3, 0.923)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.mcc(case) == pytest.approx(value, abs=6e-4)


def test_branco_et_al_table_3_normalised():
    assert sy.metrics.mcc.normalised(sy.metrics.mcc(CASE_1), np.ones(3)) == pytest.approx(0.651, abs=6e-4)


def test_lmu_lecture():
    assert round(sy.metrics.mcc(F2), 3) == 0.563


def test_pycm_readme():
    assert round(sy.metrics.mcc(DOCS), 5) == 0.36667


@pytest.mark.parametrize("sizes", [(50, 50), (90, 10), (99, 1)])
def test_a_constant_classifier_has_none(sizes):
    """The lecture prints 0 for its constant f₁; torchmetrics says .985 at 99/1. It is 0/0."""
    assert np.isnan(sy.metrics.mcc([[sizes[0], 0], [sizes[1], 0]]))
    assert np.isnan(sy.metrics.mcc(F1))
