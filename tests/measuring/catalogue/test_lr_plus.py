import pytest

import steelyard as sy
from second_opinion import absent, alone, never_although_there

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README
UNBOUNDED = True


def exact(c, i):
    fp, rest = c.p[i] - c.tp[i], c.n - c.t[i]
    return None if fp == 0 or c.t[i] == 0 or rest == 0 else c.tp[i] / c.t[i] * rest / fp


def undefined(m):
    return absent(m) | alone(m) | (m.sum(axis=0) == m.diagonal())


def given_up(m):
    """Without false alarms although predicted it would be infinite, which is no failure."""
    return never_although_there(m) & ~alone(m)


def test_pycm_readme():
    assert sy.metrics.lr_plus(DOCS) == pytest.approx([4.5, 3, 1.5])  # PLR


def test_without_false_alarms_it_is_not_a_number():
    assert sy.metrics.lr_plus([[8, 2], [0, 5]]) == pytest.approx([float("nan"), 5], nan_ok=True)
