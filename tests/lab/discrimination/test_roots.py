"""Roots of fractions, followed as the fractions under them."""

from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.discrimination import distinct as roots
from steelyard.lab.enumeration import matrices
from steelyard.lab.exact.rational_arrays import NotRational
from steelyard.lab.exact.rational_replay import Replay
from steelyard.measuring.program import record


def squares(name, stack):
    program = record(name, classes=stack.shape[-1])
    (values,) = Replay(program, stack, roots.computed).each([[Fraction(1)] * stack.shape[-1]])
    found = roots.squared(values[program.outputs[0].value]).values()
    return np.where(found.undefined, np.nan, found.numerator / found.denominator).reshape(len(stack))


@pytest.mark.parametrize("name", ["mcc", "macro_g_score", "accuracy"])
def test_squares_with_a_sign_are_those_of_the_values(name):
    stack = matrices([2, 3, 4])
    values = sy.measure(stack, [name])[name]
    assert np.allclose(squares(name, stack), values * abs(values), atol=1e-14, equal_nan=True)


@pytest.mark.parametrize("name", ["g_mean", "cen"])
def test_logarithms_are_refused(name):
    with pytest.raises(NotRational):
        squares(name, matrices([2, 2]))


@pytest.mark.usefixtures("own_metrics")
def test_sums_and_roots_of_roots_are_refused():
    @sy.metric(id="sum_of_roots", title="a sum of roots")
    def sum_of_roots(c):
        return c.total(np.sqrt(c.tp))

    @sy.metric(id="root_of_a_root", title="a root of a root")
    def root_of_a_root(c):
        return np.sqrt(np.sqrt(c.n))

    for name in ("sum_of_roots", "root_of_a_root"):
        with pytest.raises(NotRational, match="not followed"):
            squares(name, matrices([2, 2]))


@pytest.mark.usefixtures("own_metrics")
def test_large_numbers_are_squared_in_python_integers():
    @sy.metric(id="large", title="large")
    def large(c):
        return c.n * 2.0**40

    assert squares("large", np.array([[[1, 2], [3, 4]]])) == (10 * 2**40) ** 2


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.filterwarnings("ignore:invalid value encountered in sqrt:RuntimeWarning")
def test_where_a_root_has_no_value_is_followed():
    """Every metric of a user's own is asked where it is finite."""

    @sy.metric(id="root", title="a root, of numbers below 0 as well")
    def root(c):
        return np.where(np.isinf(c.n), 0.0, np.sqrt(c.tp[..., :1] - 2) / c.n)

    stack = matrices([4, 2])
    values = sy.measure(stack, ["root"])["root"]
    assert np.isnan(values).any()
    assert np.allclose(squares("root", stack), values**2, atol=1e-14, equal_nan=True)
