import pytest

import steelyard as sy
from second_opinion import over


def exact(c):
    union = sum(c.t[i] + c.p[i] - c.tp[i] for i in range(c.C))
    return over(c.T, union)


def undefined(m):
    return not m.any()


def test_worked_out_by_hand():
    """7 of 12 items are right: 7 hits, 5 misses, 5 false alarms."""
    assert sy.metrics.micro_jaccard([[3, 0, 0], [0, 1, 2], [2, 1, 3]]) == pytest.approx(7 / 17)
