from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import over


def exact(c, beta=1):
    b = Fraction(beta) ** 2
    scores = (c.t[i] * (1 + b) * c.tp[i] / (b * c.t[i] + c.p[i]) for i in range(c.C) if c.t[i])
    return over(sum(scores, Fraction(0)), c.n)


def undefined(m):
    return not m.any()


def test_worked_out_by_hand():
    """F1 are 16/28 of 10 items and 160/172 of 90."""
    m = [[8, 2], [10, 80]]
    assert sy.metrics.weighted_f(m) == pytest.approx((10 * 16 / 28 + 90 * 160 / 172) / 100)
    assert sy.metrics.weighted_f(m) == pytest.approx(sy.metrics.mean_f(m, importance="prevalence"))


def test_a_class_that_is_never_predicted_counts_as_0():
    assert sy.metrics.weighted_f([[0, 1], [0, 3]]) == pytest.approx(3 / 4 * 6 / 7)
