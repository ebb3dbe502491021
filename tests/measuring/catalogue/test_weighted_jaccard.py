from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import over


def exact(c):
    scores = (c.t[i] * c.tp[i] / (c.t[i] + c.p[i] - c.tp[i]) for i in range(c.C) if c.t[i])
    return over(sum(scores, Fraction(0)), c.n)


def undefined(m):
    return not m.any()


def test_worked_out_by_hand():
    """The example of PyCM's README, whose J are 0.6, 0.25 and 0.375, of 3, 3 and 6 items."""
    m = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]
    assert sy.metrics.weighted_jaccard(m) == pytest.approx((3 * 0.6 + 3 * 0.25 + 6 * 0.375) / 12)
