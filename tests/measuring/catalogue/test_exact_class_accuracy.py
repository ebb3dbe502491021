import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, over, unpredicted

CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]


def exact(c, i):
    return over(c.T, c.T + (c.p[i] - c.tp[i]) + (c.t[i] - c.tp[i]))


def undefined(m):
    return absent(m) & unpredicted(m) & (not np.diag(m).any())


def test_branco_et_al_case_2_by_hand():
    """301 items are right; 3 errors involve c1 and c3. With the usual true negatives c2 would have 304/304, too."""
    assert sy.metrics.exact_class_accuracy(CASE_2) == pytest.approx([301 / 304, 1, 301 / 304])


def test_errors_between_other_classes_are_no_true_negatives():
    """8 items are taken for another class; neither class is c0, but none of them is right."""
    counts = [[1, 1, 0], [0, 0, 8], [0, 0, 0]]
    assert sy.metrics.exact_class_accuracy(counts)[0] == pytest.approx(1 / 2)
    assert sy.metrics.class_accuracy(counts)[0] == pytest.approx(9 / 10)
