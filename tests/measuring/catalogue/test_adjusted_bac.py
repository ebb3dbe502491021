from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from second_opinion import absent, alone, average


def exact(c, phi):
    taking_part = [i for i in range(c.C) if 0 < c.t[i] < c.n]
    value = average("recall", c, [w if i in taking_part else Fraction(0) for i, w in enumerate(phi)])
    K = max(sum(phi[i] > 0 for i in taking_part), 2)
    return None if value is None else (value - Fraction(1, K)) / (1 - Fraction(1, K))


def undefined(m):
    return absent(m) | alone(m)


def test_by_hand():
    """Balanced accuracy .75 of two classes is half-way from guessing to perfect."""
    assert sy.metrics.adjusted_bac([[3, 1], [1, 3]]) == pytest.approx(0.5)


@pytest.mark.parametrize("importance", [None, (1, 2, 7)])
def test_guessing_all_classes_alike_is_0(importance):
    counts = [[5, 5, 5], [10, 10, 10], [7, 7, 7]]
    assert sy.metrics.adjusted_bac(counts, importance=importance) == pytest.approx(0, abs=1e-15)


def test_all_wrong_is_the_least():
    counts = [[0, 5, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5], [5, 0, 0, 0]]
    assert sy.metrics.adjusted_bac(counts) == pytest.approx(-1 / 3)
    assert sy.metrics.adjusted_bac.bounds(np.array([1, 1, 0, 1])) == pytest.approx((-1 / 2, 1))
