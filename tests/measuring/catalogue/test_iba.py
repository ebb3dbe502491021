from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import absent, alone


def exact(c, i, alpha=Fraction(1, 10)):
    if c.t[i] in (0, c.n):
        return None
    R, S = c.tp[i] / c.t[i], (c.n - c.t[i] - c.p[i] + c.tp[i]) / (c.n - c.t[i])
    return (1 + Fraction(alpha) * (R - S)) * R * S


def undefined(m):
    return absent(m) | alone(m)


def test_worked_out_by_hand():
    """Recalls .8 and .9: (1 − .1·.1)·.72 and (1 + .1·.1)·.72."""
    assert sy.metrics.iba([[8, 2], [9, 81]]) == pytest.approx([0.7128, 0.7272])
    assert sy.metrics.iba([[8, 2], [9, 81]], alpha=1) == pytest.approx([0.9 * 0.72, 1.1 * 0.72])


def test_pycm_readme():
    """There, α is 1."""
    docs = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]
    assert sy.metrics.iba(docs, alpha=1).round(5) == pytest.approx([0.95062, 0.13169, 0.27778])


@pytest.mark.parametrize("alpha", [-0.1, 1.5, "much", None])
def test_alpha_is_a_share(alpha):
    with pytest.raises(ValueError, match="alpha must be a number from 0 to 1, not "):
        sy.metrics.iba([[8, 2], [9, 81]], alpha=alpha)
