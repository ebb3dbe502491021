import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, over

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


def exact(c, i):
    return over(c.tp[i], c.t[i])


def undefined(m):
    return absent(m)


def test_branco_et_al_table_2():
    assert sy.metrics.recall(CASE_1) == pytest.approx([1, 1, 0])
    assert sy.metrics.recall(CASE_2) == pytest.approx([0.25, 1, 1])
    assert sy.metrics.recall(CASE_3) == pytest.approx([0.25, 0.1, 1, 1])


def test_a_class_without_items_has_none():
    np.testing.assert_array_equal(sy.metrics.recall([[3, 1], [0, 0]]), [0.75, np.nan])
