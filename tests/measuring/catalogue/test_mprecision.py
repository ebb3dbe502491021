import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, never_although_there, over, unpredicted


def exact(c, i):
    if 0 in c.t:
        return None
    return over(c.tp[i] / c.t[i], sum(c.m[j][i] / c.t[j] for j in range(c.C)))


def undefined(m):
    return absent(m).any() | unpredicted(m)


def given_up(m):
    return never_although_there(m) & ~absent(m).any()


def test_mullick_et_al_equation_8_by_hand():
    """TP/n₁ = 9/10 and FP/n₂ = 10/100: 0.9/(0.9 + 0.1), where precision is 9/19."""
    assert sy.metrics.mprecision([[9, 1], [10, 90]])[0] == pytest.approx(0.9)
    assert sy.metrics.precision([[9, 1], [10, 90]])[0] == pytest.approx(9 / 19)


def test_three_classes_by_hand():
    """Class 0 is given 8/10 of itself, 1/10 of class 1 and 30/100 of class 2: 0.8/1.2."""
    counts = [[8, 1, 1], [1, 9, 0], [30, 0, 70]]
    assert sy.metrics.mprecision(counts) == pytest.approx([2 / 3, 0.9, 0.7 / 0.8])


def test_class_sizes_must_all_be_known():
    assert np.isnan(sy.metrics.mprecision([[8, 2, 0], [1, 9, 0], [0, 0, 0]])).all()
