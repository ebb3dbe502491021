import pytest

import steelyard as sy
from second_opinion import absent, alone, decimal, root

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    if c.t[i] in (0, c.n):
        return None
    if c.tp[i] == 0:
        return 0
    R, S, N = c.tp[i] / c.t[i], (c.n - c.t[i] - c.p[i] + c.tp[i]) / (c.n - c.t[i]), (c.n - c.t[i]) / c.n
    return (root(R * S) + decimal(S * N)) / decimal(1 + N)


def undefined(m):
    return absent(m) | alone(m)


def test_pycm_readme():
    assert sy.metrics.agm(DOCS).round(5) == pytest.approx([0.83729, 0.69200, 0.60712])  # AGM


def test_it_jumps_at_the_first_hit():
    assert sy.metrics.agm([[0, 100], [0, 100]])[0] == 0
    assert sy.metrics.agm([[1, 99], [0, 100]])[0] == pytest.approx((0.1 + 0.5) / 1.5)
