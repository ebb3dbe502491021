import pytest

import steelyard as sy
from second_opinion import alone, always

COHEN = [[88, 10, 2], [14, 40, 6], [18, 10, 12]]  # Cohen 1968, Table 1: two judges, 200 diagnoses
ORDINAL = True


def exact(c, distance="quadratic"):
    power = {"linear": 1, "quadratic": 2}[distance]
    cells = [(i, j) for i in range(c.C) for j in range(c.C)]
    observed = sum(abs(i - j) ** power * c.m[i][j] for i, j in cells) * c.n
    expected = sum(abs(i - j) ** power * c.t[i] * c.p[j] for i, j in cells)
    return None if expected == 0 else 1 - observed / expected


def undefined(m):
    return not m.any() or (alone(m) & always(m)).any()


def test_by_hand():
    """Of 200: observed 40 one step apart and 20 two steps; by chance 84 and 34."""
    assert sy.metrics.weighted_kappa(COHEN, distance="linear") == pytest.approx(1 - (40 + 2 * 20) / (84 + 2 * 34))
    assert sy.metrics.weighted_kappa(COHEN) == pytest.approx(1 - (40 + 4 * 20) / (84 + 4 * 34))


def test_near_misses_count_less_than_far_ones():
    near, far = [[9, 1, 0], [0, 9, 1], [0, 1, 9]], [[9, 0, 1], [0, 10, 0], [2, 0, 8]]
    assert sy.metrics.weighted_kappa(near) > sy.metrics.weighted_kappa(far)


def test_the_opposite_end_is_minus_1():
    assert sy.metrics.weighted_kappa([[0, 0, 5], [0, 0, 0], [5, 0, 0]]) == pytest.approx(-1)
