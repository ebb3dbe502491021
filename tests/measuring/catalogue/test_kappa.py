import numpy as np

import steelyard as sy
from second_opinion import alone, always, over

COHEN = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]  # Cohen 1968, Table 1: two judges, 200 diagnoses
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    if c.n == 0:
        return None
    observed = c.T / c.n
    expected = sum(t * p for t, p in zip(c.t, c.p, strict=True)) / c.n**2
    return over(observed - expected, 1 - expected)


def undefined(m):
    return not m.any() or (alone(m) & always(m)).any()


def test_cohen_1968():
    assert round(sy.metrics.kappa(COHEN), 3) == 0.492


def test_pycm_readme():
    assert round(sy.metrics.kappa(DOCS), 5) == 0.35484


def test_a_constant_classifier_has_one_and_a_constant_truth_beside_it_has_none():
    assert sy.metrics.kappa([[90, 0], [10, 0]]) == 0
    assert np.isnan(sy.metrics.kappa([[90, 0], [0, 0]]))
