from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import absent, decimal

CASE_1 = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_2 = [[1, 0, 3], [0, 100, 0], [0, 0, 200]]
CASE_3 = [[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]]


def exact(c, phi):
    kept = [i for i in range(c.C) if c.t[i] and phi[i]]
    if not kept:
        return None
    if any(c.tp[i] == 0 for i in kept):
        return Fraction(0)
    logs = sum(decimal(phi[i]) * decimal(c.tp[i] / c.t[i]).ln() for i in kept)
    return (logs / decimal(sum(phi[i] for i in kept))).exp()


def undefined(m):
    return absent(m)


@pytest.mark.parametrize(("case", "value"), [(CASE_1, 0), (CASE_2, 0.63), (CASE_3, 0.398)])
def test_branco_et_al_table_3(case, value):
    assert sy.metrics.g_mean(case) == pytest.approx(value, abs=6e-4)


def test_weights_by_hand():
    """Recalls 1/4, 1, 1 and weights 1/2, 1/4, 1/4: √(1/4)."""
    assert sy.metrics.g_mean(CASE_2, importance=[2, 1, 1]) == pytest.approx(0.5)


def test_0_is_exact_and_only_where_the_class_matters():
    assert sy.metrics.g_mean(CASE_1) == 0
    assert sy.metrics.g_mean(CASE_1, importance=[1, 1, 0]) == 1


def test_a_class_without_items_as_0():
    assert sy.metrics.g_mean([[5, 0], [0, 0]], undefined="zero") == 0
    assert sy.metrics.g_mean([[5, 0], [0, 0]]) == 1
