import pytest

import steelyard as sy
from second_opinion import absent, over

ORDINAL = True


def exact(c, i):
    return over(sum(abs(i - j) * x for j, x in enumerate(c.m[i])), c.t[i])


def undefined(m):
    return absent(m)


def test_worked_out_by_hand():
    """Of the first class 1 of 4 is two steps off; of the second, 2 of 4 one step; the third is right."""
    assert sy.metrics.class_mae([[3, 0, 1], [1, 2, 1], [0, 0, 9]]) == pytest.approx([0.5, 0.5, 0])
