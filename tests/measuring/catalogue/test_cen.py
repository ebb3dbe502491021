import numpy as np
import pytest

import steelyard as sy
from second_opinion import confusion_entropy

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    return confusion_entropy(c, [t + p for t, p in zip(c.t, c.p, strict=True)], 2 * c.n)


def undefined(m):
    return not m.any() or len(m) == 1


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0.022), (CASE_2, 0.019), (CASE_3, 0.015)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.cen(case) == pytest.approx(value, abs=6e-4)


def test_branco_et_al_table_3_normalised():
    assert sy.metrics.cen.normalised(sy.metrics.cen(CASE_1), np.ones(3)) == pytest.approx(0.978, abs=6e-4)


def test_pycm_readme():
    assert round(sy.metrics.cen(DOCS), 5) == 0.46381


def test_two_classes_by_hand():
    """A quarter of the items in each cell: each P is 1/4, −¼·log₂¼ = ½, two per class."""
    assert sy.metrics.cen([[1, 1], [1, 1]]) == pytest.approx(1)
