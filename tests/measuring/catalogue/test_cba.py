import pytest

import steelyard as sy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.344), (CASE_2, 0.745), (CASE_3, 0.55)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.cba(case) == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize(("case", "percent"), [(CASE_1, 67), (CASE_2, 29.2), (CASE_3, 13.7)])
def test_branco_et_al_table_5_prev(case, percent):
    assert 100 * sy.metrics.cba(case, importance="rarity") == pytest.approx(percent, abs=0.06)


def test_branco_et_al_table_5_relevance_is_divided_by_its_sum():
    """Equation 8 lacks the division by Σφ; the table has it."""
    assert 100 * sy.metrics.cba(CASE_1, importance=[1, 0.9, 0.1]) == pytest.approx(51.5, abs=0.06)


def test_pycm_readme():
    assert round(sy.metrics.cba(DOCS), 5) == 0.47778
