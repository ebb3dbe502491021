from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, average, unpredicted

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


def exact(c, phi, beta=1):
    beta, P, R = Fraction(beta), average("precision", c, phi), average("recall", c, phi)
    if P is None or R is None:
        return None
    return Fraction(0) if P == R == 0 else (1 + beta**2) * P * R / (beta**2 * P + R)


def undefined(m):
    return np.array([unpredicted(m), absent(m)])


@pytest.mark.parametrize(("case", "value"), [(CASE_2, 0.855), (CASE_3, 0.588)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.f_of_averages(case) == pytest.approx(value, abs=6e-4)


def test_branco_et_al_table_5_footnote_a():
    assert 100 * sy.metrics.f_of_averages(CASE_1, undefined="zero") == pytest.approx(45.4, abs=0.06)


@pytest.mark.parametrize(("case", "percent"), [(CASE_1, 80.4), (CASE_2, 45.3), (CASE_3, 20.4)])
def test_branco_et_al_table_5_prev(case, percent):
    assert 100 * sy.metrics.f_of_averages(case, importance="rarity", undefined="exclude") == pytest.approx(
        percent, abs=0.06
    )


def test_beta_by_hand():
    """Case 2: R = 0.75 and P = (2 + 200/203)/3, F_2 = 5PR/(4P + R)."""
    P, R = (2 + 200 / 203) / 3, 0.75
    assert sy.metrics.f_of_averages(CASE_2, beta=2) == pytest.approx(5 * P * R / (4 * P + R))


def test_0_if_both_averages_are_0():
    assert sy.metrics.f_of_averages([[0, 5], [5, 0]]) == 0
