import pytest

import steelyard as sy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


@pytest.mark.parametrize(("case", "value"), [(CASE_2, 0.798), (CASE_3, 0.571)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.mean_f(case) == pytest.approx(value, abs=6e-4)


def test_branco_et_al_table_5_footnote_a():
    assert sy.metrics.mean_f(CASE_1) == pytest.approx(0.354, abs=6e-4)


@pytest.mark.parametrize(("case", "percent"), [(CASE_1, 68), (CASE_2, 43.4), (CASE_3, 17.8)])
def test_branco_et_al_table_5_prev(case, percent):
    assert 100 * sy.metrics.mean_f(case, importance="rarity") == pytest.approx(percent, abs=0.06)


def test_beta_by_hand():
    """Case 2: F_2 is 5·1/(4·4 + 1), 1 and 5·200/(4·200 + 203)."""
    assert sy.metrics.mean_f(CASE_2, beta=2) == pytest.approx((5 / 17 + 1 + 1000 / 1003) / 3)
