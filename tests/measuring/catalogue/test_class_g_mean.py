import pytest

import steelyard as sy
from second_opinion import absent, alone, geometric, value_of

F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50


def exact(c, i):
    return geometric(value_of("recall", c, i), value_of("specificity", c, i))


def undefined(m):
    return absent(m) | alone(m)


def test_lmu_lecture():
    assert round(sy.metrics.class_g_mean(F2)[0], 3) == 0.975
    assert sy.metrics.class_g_mean(F1)[0] == 0


def test_mullick_et_al_equation_2_by_hand():
    """TP/(TP + FN) = 9/10 and TN/(FP + TN) = 40/100: √0.36."""
    assert sy.metrics.class_g_mean([[9, 1], [60, 40]]) == pytest.approx([0.6, 0.6])
