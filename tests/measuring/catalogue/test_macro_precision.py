import pytest

import steelyard as sy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


@pytest.mark.parametrize(("case", "value"), [(CASE_2, 0.995), (CASE_3, 0.588)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.macro_precision(case) == pytest.approx(value, abs=6e-4)


def test_branco_et_al_table_5_footnote_a():
    """Case 1's undefined class counts as 0 there."""
    assert sy.metrics.macro_precision(CASE_1, undefined="zero") == pytest.approx(0.344, abs=6e-4)


@pytest.mark.parametrize(("case", "percent"), [(CASE_1, 67.7), (CASE_2, 100), (CASE_3, 17.8)])
def test_branco_et_al_table_5_prev(case, percent):
    """Here the undefined class is left out."""
    value = sy.metrics.macro_precision(case, importance="rarity", undefined="exclude")
    assert 100 * value == pytest.approx(percent, abs=0.06)
