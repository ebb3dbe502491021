from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import over


def exact(c):
    return over(sum((c.t[i] * c.tp[i] / c.p[i] for i in range(c.C) if c.p[i]), Fraction(0)), c.n)


def undefined(m):
    return not m.any()


def test_worked_out_by_hand():
    """Precisions are 8/18 of 10 items and 80/82 of 90."""
    m = [[8, 2], [10, 80]]
    assert sy.metrics.weighted_precision(m) == pytest.approx((10 * 8 / 18 + 90 * 80 / 82) / 100)
    assert sy.metrics.weighted_precision(m) == pytest.approx(sy.metrics.macro_precision(m, importance="prevalence"))


def test_a_class_that_is_never_predicted_counts_as_0():
    assert sy.metrics.weighted_precision([[0, 1], [0, 3]]) == pytest.approx(3 / 4 * 3 / 4)
