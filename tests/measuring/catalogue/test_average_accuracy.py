import pytest

import steelyard as sy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.365), (CASE_2, 0.993), (CASE_3, 0.981)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.average_accuracy(case) == pytest.approx(value, abs=6e-4)


def test_errors_between_other_classes_are_no_true_negatives_by_hand():
    """One item is right; 1, 9 and 8 errors involve the classes. The table's cases do not tell this apart."""
    counts = [[1, 1, 0], [0, 0, 8], [0, 0, 0]]
    assert sy.metrics.average_accuracy(counts) == pytest.approx((1 / 2 + 1 / 10 + 1 / 9) / 3)
