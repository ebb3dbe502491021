from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import over


def exact(c):
    recalls = [c.tp[i] / c.t[i] if c.t[i] else Fraction(0) for i in range(c.C) if c.t[i] or c.p[i]]
    return over(sum(recalls, Fraction(0)), len(recalls))


def undefined(m):
    return not m.any()


def test_worked_out_by_hand():
    """A class without items that is predicted counts as 0, and leaves balanced accuracy; a third class is nowhere."""
    m = [[3, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert sy.metrics.recall_macro(m) == pytest.approx(3 / 8)
    assert sy.metrics.balanced_accuracy(m) == pytest.approx(3 / 4)
