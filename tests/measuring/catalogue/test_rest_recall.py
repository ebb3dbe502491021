import pytest

import steelyard as sy
from second_opinion import alone, over

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]


def exact(c, i):
    return over(c.T - c.tp[i], c.n - c.t[i])


def undefined(m):
    return alone(m)


def test_lmu_lecture_multi_class_tnr_by_hand():
    """Σ_{j≠i} n(j, j) / (n − n_i): (10 + 0)/310, (5 + 0)/305, (5 + 10)/15."""
    assert sy.metrics.rest_recall(CASE_1) == pytest.approx([10 / 310, 5 / 305, 1])


def test_it_counts_only_exact_labels_where_specificity_does_not():
    confused_rest = [[9, 0, 0], [0, 0, 5], [0, 5, 0]]
    assert sy.metrics.rest_recall(confused_rest)[0] == 0
    assert sy.metrics.specificity(confused_rest)[0] == 1
