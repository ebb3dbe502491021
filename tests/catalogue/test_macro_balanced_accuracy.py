import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, alone, average, mean_of_two

F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50


def exact(c, phi):
    return mean_of_two(average("recall", c, phi), average("specificity", c, phi))


def undefined(m):
    return np.array([absent(m), alone(m)])


def test_lmu_lecture():
    """With two classes and equal weights both averages are the binary balanced accuracy."""
    assert sy.metrics.macro_balanced_accuracy(F1) == 0.5
    assert round(sy.metrics.macro_balanced_accuracy(F2), 3) == 0.975


def test_lmu_lecture_weights_by_hand():
    """Class sizes 10 and 90, so w = .9 and .1; recalls .8 and .9, specificities .9 and .8."""
    value = sy.metrics.macro_balanced_accuracy([[8, 2], [9, 81]], importance="complement")
    assert value == pytest.approx((0.9 * 0.8 + 0.1 * 0.9 + 0.9 * 0.9 + 0.1 * 0.8) / 2)
