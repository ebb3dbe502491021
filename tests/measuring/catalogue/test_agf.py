from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import absent, alone, always, root, unpredicted

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def exact(c, i):
    t, p, tp = c.t[i], c.p[i], c.tp[i]
    t_rest, p_rest = c.n - t, c.n - p
    if (t == 0 and p == 0) or (t_rest == 0 and p_rest == 0):
        return None
    return root(5 * tp / (4 * t + p) * (Fraction(5, 4) * (c.n - t - p + tp) / (t_rest / 4 + p_rest)))


def undefined(m):
    return (absent(m) & unpredicted(m)) | (alone(m) & always(m))


def test_pycm_readme():
    assert sy.metrics.agf(DOCS).round(5) == pytest.approx([0.91360, 0.53995, 0.55160])  # AGF
