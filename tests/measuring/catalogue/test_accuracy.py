import pytest

import steelyard as sy
from second_opinion import over

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]
F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50


def exact(c):
    return over(c.T, c.n)


def undefined(m):
    return not m.any()


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.048), (CASE_2, 0.99), (CASE_3, 0.962)])
def test_branco_et_al_table_3(case, value):
    """Rec_μ, Prec_μ and F_1μ."""
    assert sy.metrics.accuracy(case) == pytest.approx(value, abs=6e-4)


def test_lmu_lecture():
    assert round(sy.metrics.accuracy(F1), 3) == 0.976
    assert round(sy.metrics.accuracy(F2), 3) == 0.951


def test_gupta_et_al_figure_1b():
    assert sy.metrics.accuracy([[1, 0, 9], [0, 4, 16], [5, 5, 60]]) == pytest.approx(0.65)
