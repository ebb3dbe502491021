import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, alone, average, mean_of_two

F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50


def exact(c, phi):
    return mean_of_two(average("recall", c, phi), average("rest_recall", c, phi))


def undefined(m):
    return np.array([absent(m), alone(m)])


def test_lmu_lecture():
    """With two classes and equal weights both averages are the binary balanced accuracy."""
    assert sy.metrics.macro_balanced_accuracy(F1) == 0.5
    assert round(sy.metrics.macro_balanced_accuracy(F2), 3) == 0.975


def test_lmu_lecture_weights_by_hand():
    """Class sizes 10 and 90, so w = .9 and .1; recalls .8 and .9, of the rest .9 and .8."""
    value = sy.metrics.macro_balanced_accuracy([[8, 2], [9, 81]], importance="complement")
    assert value == pytest.approx((0.9 * 0.8 + 0.1 * 0.9 + 0.9 * 0.9 + 0.1 * 0.8) / 2)


def test_of_more_than_two_classes():
    """The six numbers of issue 18: with specificity one against the rest it would be .883."""
    counts = [[21, 2, 2], [7, 54, 14], [2, 3, 180]]
    recall = (260 * 21 / 25 + 210 * 54 / 75 + 100 * 180 / 185) / 570
    value = sy.metrics["weighted BAC"](counts, importance="complement")
    assert value == pytest.approx((recall + 255 / 285) / 2)
    assert round(value, 3) == 0.857
    assert round(sy.metrics.one_point_auroc_ova(counts, importance="complement"), 3) == 0.883
