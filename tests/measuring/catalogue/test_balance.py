import pytest

import steelyard as sy
from second_opinion import absent, over, unpredicted

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


def exact(c, i):
    return over(c.tp[i], max(c.t[i], c.p[i]))


def undefined(m):
    return absent(m) & unpredicted(m)


def test_branco_et_al_case_1_by_hand():
    assert sy.metrics.balance(CASE_1) == pytest.approx([1, 10 / 310, 0])


def test_it_is_the_smaller_of_precision_and_recall():
    assert sy.metrics.balance(CASE_3) == pytest.approx([0.1, 0.1, 1, 1])  # Table 2's smaller of the two
