import pytest

import steelyard as sy
from second_opinion import absent, alone

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    if c.t[i] in (0, c.n):
        return None
    tn = c.n - c.t[i] - c.p[i] + c.tp[i]
    R, S = c.tp[i] / c.t[i], tn / (c.n - c.t[i])
    return None if R + S == 0 else (c.tp[i] + tn) / c.n - abs(S - R) / (S + R)


def undefined(m):
    tn = m.sum() - m.sum(axis=0) - m.sum(axis=1) + m.diagonal()
    return absent(m) | alone(m) | ((m.diagonal() == 0) & (tn == 0))


WORST = -1


def given_up(m):
    return undefined(m) & ~absent(m) & ~alone(m)


def test_pycm_readme():
    assert sy.metrics.optimised_precision(DOCS).round(5) == pytest.approx([0.70833, 0.29545, 0.44048])  # OP
