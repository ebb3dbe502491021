import pytest

import steelyard as sy
from second_opinion import absent, mean_of_two, never_although_there, unpredicted, value_of


def exact(c, i):
    return mean_of_two(value_of("recall", c, i), value_of("mprecision", c, i))


def undefined(m):
    return absent(m).any() | unpredicted(m)


def given_up(m):
    return never_although_there(m) & ~absent(m).any()


def test_mullick_et_al_equation_9_by_hand():
    """Recall 8/10 and mPrecision 0.8/(0.8 + 0.2): (0.8 + 0.8)/2, however large the negative class is."""
    for size in (10, 1000):
        assert sy.metrics.one_point_maurpc([[8, 2], [0.2 * size, 0.8 * size]])[0] == pytest.approx(0.8)
