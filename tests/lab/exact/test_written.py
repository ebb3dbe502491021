"""Exact numbers as people read them."""

from fractions import Fraction

import pytest

from steelyard.lab.exact import ieee
from steelyard.lab.exact.algebra import exponential, logarithm, power, product, quotient, total


def root(q):
    return ieee.square_root(Fraction(q))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (root(2), "√2"),
        (product(Fraction(1, 2), root(2)), "√2/2"),
        (product(Fraction(-3, 7), root(15)), "-3√15/7"),
        (root(Fraction(1, 6)), "√6/6"),
        (power(Fraction(5, 12), Fraction(1, 3)), "(5/12)^(1/3)"),
        (ieee.negative(power(2, Fraction(1, 3))), "-(2)^(1/3)"),
        (logarithm(2), "0.6931471805…"),
        (product(-1, logarithm(2)), "-0.6931471805…"),
        (quotient(logarithm(3), logarithm(2)), "1.584962500…"),
        (total(root(2), root(3)), "3.146264369…"),
        (exponential(1), "2.718281828…"),
        (exponential(-20), "2.061153622e-9…"),
        (exponential(30), "1.068647458e+13…"),
        (root(10**9 + 7), "√1000000007"),
        (root(Fraction(1, 10**9 + 7)), "3.162277649e-5…"),
        (power(Fraction(1234, 4577), Fraction(1, 7)), "0.8292325115…"),
    ],
)
def test_numbers_are_written(number, text):
    assert str(number) == text


def test_digits_are_cut_off_not_rounded():
    assert str(logarithm(2)).startswith("0.6931471805")  # …599
    nearly = total(Fraction(2), product(Fraction(1, 10**20), root(2)))
    assert str(nearly) == "2.000000000…"
    below = total(Fraction(2), product(Fraction(-1, 10**12), root(2)))
    assert str(below) == "1.999999999…"


def test_what_is_0_once_multiplied_out_is_written_so():
    zero = total(power(total(1, root(2)), -1), total(1, product(-1, root(2))))
    assert str(zero) == "0.0000000000…"
    assert float(zero) == 0


def test_a_number_shows_itself():
    assert repr(root(2)) == "<exact number √2>"
