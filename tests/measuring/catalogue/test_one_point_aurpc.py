import pytest

import steelyard as sy
from second_opinion import absent, mean_of_two, never_although_there, unpredicted, value_of


def exact(c, i):
    return mean_of_two(value_of("recall", c, i), value_of("precision", c, i))


def undefined(m):
    return absent(m) | unpredicted(m)


def given_up(m):
    return never_although_there(m)


def test_mullick_et_al_equation_5_by_hand():
    """Recall 9/10 and precision 9/12: (0.9 + 0.75)/2."""
    assert sy.metrics.one_point_aurpc([[9, 1], [3, 87]])[0] == pytest.approx(0.825)
