"""Constants of programs are what they were before they were rounded, and nothing else is changed."""

import math
from fractions import Fraction

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from steelyard.lab.exact import ieee
from steelyard.lab.exact.exact_values import fraction, unrounded
from steelyard.lab.exact.expression import Expression
from steelyard.measuring.program import record
from steelyard.measuring.program.program import numbers


def constants(C):
    """Return all finite float constants of all metrics, in all ways of recording."""
    found = set()
    for policy in ("exclude", "zero", "nan"):
        for node in record(EVERY, classes=C, policy=policy).nodes:
            if node.operation in ("constant", "full_like") and node.dtype == "float64":
                found.update(x for x in numbers(node).ravel().tolist() if math.isfinite(x))
    return found


@pytest.mark.parametrize("C", [2, 3, 4, 5, 6])
def test_all_constants_of_all_metrics_are_recognised(C):
    """They are small whole numbers, 1/10, which is α of IBA, and log 2(C − 1), the unit of CEN."""
    unit = float(np.log(2 * (C - 1)))
    found = constants(C)
    assert unit in found
    for x in found:
        exact = unrounded(x)
        if x == unit:
            assert exact == ieee.log(2 * (C - 1))
            assert abs(float(exact) - x) <= math.ulp(x)
        elif x == sy.metrics.iba.parameters["alpha"].default:
            assert exact == Fraction(1, 10)
        else:
            assert type(exact) is int
            assert exact == x


@pytest.mark.parametrize("x", [1 / 3, 2 / 3, -1 / 7, 0.1, 0.001, 355 / 113, 1 / 999])
def test_fractions_of_small_denominators_are_recognised(x):
    exact = unrounded(x)
    assert exact.denominator <= 1000
    assert float(exact) == x


def test_a_third_is_a_third():
    assert unrounded(1 / 3) == Fraction(1, 3)
    assert unrounded(0.1) == Fraction(1, 10)
    assert unrounded(-0.0) == 0


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 97, 999])
def test_roots_and_logarithms_of_small_numbers_are_recognised(n):
    assert unrounded(math.sqrt(n)) == ieee.square_root(n)
    assert unrounded(-math.sqrt(n)) == ieee.negative(ieee.square_root(n))
    for name in ("log", "log2", "log10"):
        x = float(getattr(np, name)(float(n)))
        assert unrounded(x) == ieee.OPERATIONS[name](n), name
        assert unrounded(-x) == ieee.negative(ieee.OPERATIONS[name](n)), name


def test_a_neighbour_of_a_fraction_or_a_root_is_none():
    for x in (1 / 3, math.sqrt(2), 0.1 + 0.2, 1 - 1 / 3):
        other = math.nextafter(x, 2) if x in (1 / 3, math.sqrt(2)) else x
        assert unrounded(other) == Fraction(other)


def test_other_numbers_are_the_doubles_that_they_are():
    rng = np.random.default_rng(5)
    for x in np.concatenate([rng.random(300), rng.normal(0, 100, 300), 10 ** rng.uniform(-300, 300, 300)]).tolist():
        assert unrounded(x) == Fraction(x)


def test_nan_and_infinities_stay():
    assert math.isnan(unrounded(math.nan))
    assert unrounded(-math.inf) == -math.inf


def test_recognised_constants_round_to_the_double():
    for n in range(2, 1001):
        for x in (math.sqrt(n), math.log(n), 1 / n, n / 7):
            exact = unrounded(x)
            assert abs(float(exact) - x) <= math.ulp(x)
            assert isinstance(exact, Expression) or float(exact) == x


@pytest.mark.parametrize("text", ["0.4321", "1.2963", "1e-12", "1e-17", "1234.56", "0.123456789012", "-3e200", "1e23"])
def test_short_decimals_are_the_decimals(text):
    assert unrounded(float(text)) == Fraction(text)


@pytest.mark.parametrize("text", ["0.1234567890123", "98765.4321012345"])
def test_decimals_of_more_than_12_digits_are_doubles(text):
    assert fraction(float(text)) is None
    assert unrounded(float(text)) == Fraction(float(text))


def test_decimals_fractions_roots_and_logarithms_do_not_get_into_each_other_s_way():
    """No small fraction, root or logarithm is taken for another decimal of 12 digits, or the reverse."""
    for q in range(1, 1001):
        assert fraction(1 / q) == Fraction(1, q)
        assert fraction(7 / q) == Fraction(7, q)
    for n in range(2, 1001):
        for name in ("sqrt", "log", "log2", "log10"):  # log₁₀ 466 is a decimal of 12 digits to all that a double holds
            assert unrounded(getattr(math, name)(n)) == ieee.OPERATIONS[name](n)
    rng = np.random.default_rng(7)
    for digits, places in zip(
        rng.integers(10**11, 10**12, 300).tolist(), rng.integers(9, 30, 300).tolist(), strict=True
    ):
        assert unrounded(float(Fraction(digits, 10**places))) == Fraction(digits, 10**places)
