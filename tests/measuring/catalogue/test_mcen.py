import pytest

import steelyard as sy
from second_opinion import confusion_entropy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c):
    alpha = 0 if c.C == 2 else 1
    involved = [t + p - tp for t, p, tp in zip(c.t, c.p, c.tp, strict=True)]
    return confusion_entropy(c, involved, 2 * c.n - alpha * c.T)


def undefined(m):
    return not m.any() or len(m) == 1


def test_pycm_readme():
    assert round(sy.metrics.mcen(DOCS), 5) == 0.51894


def test_errors_spread_evenly_are_the_worst():
    assert sy.metrics.mcen([[0, 1, 1], [1, 0, 1], [1, 1, 0]]) == pytest.approx(1)
    assert sy.metrics.mcen([[0, 5], [5, 0]]) == pytest.approx(1)
