import pytest

import steelyard as sy
from second_opinion import over


def exact(c):
    return over(c.n - c.T, c.n)


def undefined(m):
    return not m.any()


def test_worked_out_by_hand():
    assert sy.metrics.error_rate([[8, 2], [10, 80]]) == pytest.approx(12 / 100)


def test_zero_one_loss_and_hamming_loss_are_the_same_with_one_label_each():
    for name in ("zero_one_loss", "hamming_loss", "zero-one loss"):
        assert sy.metrics[name] is sy.metrics.error_rate
