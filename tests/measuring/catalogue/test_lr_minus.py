import numpy as np
import pytest

import steelyard as sy
from averaged import averaged
from second_opinion import absent, alone

WORST = float("nan")
DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README
UNBOUNDED = True


def exact(c, i):
    tn, rest = c.n - c.t[i] - c.p[i] + c.tp[i], c.n - c.t[i]
    return None if tn == 0 or c.t[i] == 0 else (c.t[i] - c.tp[i]) / c.t[i] * rest / tn


def undefined(m):
    tn = m.sum() - m.sum(axis=0) - m.sum(axis=1) + m.diagonal()
    return absent(m) | alone(m) | (tn == 0)


def given_up(m):
    tn = m.sum() - m.sum(axis=0) - m.sum(axis=1) + m.diagonal()
    return ~absent(m) & ~alone(m) & (tn == 0)


def test_pycm_readme():
    assert sy.metrics.lr_minus(DOCS) == pytest.approx([0, 0.75, 0.75])  # NLR


def test_the_infinite_worst_is_not_a_number_and_does_not_leave():
    """Else a model would be the better for taking all other items for a class."""
    assert sy.metrics.lr_minus([[5, 5], [9, 0]]) == pytest.approx([float("nan"), 2], nan_ok=True)
    assert np.isnan(averaged("lr_minus", [[5, 5], [9, 0]]))
    assert averaged("lr_minus", [[5, 5], [9, 0]], undefined="exclude") == pytest.approx(2)
