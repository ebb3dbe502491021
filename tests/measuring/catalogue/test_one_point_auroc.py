import pytest

import steelyard as sy
from second_opinion import absent, alone, mean_of_two, value_of

F1 = [[0, 25], [0, 1000]]  # LMU lecture: always negative
F2 = [[25, 0], [50, 950]]  # LMU lecture: 25 positive and 1000 negative items, TP = 25, FN = 0, FP = 50
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    return mean_of_two(value_of("recall", c, i), value_of("specificity", c, i))


def undefined(m):
    return absent(m) | alone(m)


def test_lmu_lecture_bac():
    assert sy.metrics.one_point_auroc(F1)[0] == 0.5
    assert round(sy.metrics.one_point_auroc(F2)[0], 3) == 0.975


def test_pycm_readme():
    assert sy.metrics.one_point_auroc(DOCS).round(5) == pytest.approx([0.88889, 0.61111, 0.58333])  # AUC
