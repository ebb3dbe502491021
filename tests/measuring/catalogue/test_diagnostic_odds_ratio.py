import pytest

import steelyard as sy
from second_opinion import absent, alone, always, unpredicted

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README
UNBOUNDED = True


def exact(c, i):
    fn, fp, tn = c.t[i] - c.tp[i], c.p[i] - c.tp[i], c.n - c.t[i] - c.p[i] + c.tp[i]
    return None if fn * fp == 0 else c.tp[i] * tn / (fn * fp)


def undefined(m):
    return (m.sum(axis=0) == m.diagonal()) | (m.sum(axis=1) == m.diagonal())


def given_up(m):
    """Without false alarms or misses alone it would be infinite, which is no failure."""
    return (unpredicted(m) | always(m)) & ~absent(m) & ~alone(m)


def test_pycm_readme():
    assert sy.metrics.diagnostic_odds_ratio(DOCS)[1:] == pytest.approx([4, 2])  # DOR


def test_it_is_the_quotient_of_the_likelihood_ratios():
    counts = [[8, 2, 1], [3, 20, 4], [5, 6, 70]]
    quotient = sy.metrics.lr_plus(counts) / sy.metrics.lr_minus(counts)
    assert sy.metrics.diagnostic_odds_ratio(counts) == pytest.approx(quotient)
