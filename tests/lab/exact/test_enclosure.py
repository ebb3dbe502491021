"""Enclosures hold the true value, found with many more digits, and are narrow."""

from decimal import Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.lab.exact import enclosure
from steelyard.lab.exact.enclosure import Enclosure, TooCoarse

MANY = Context(prec=90)
DIGITS = 20
fractions = st.fractions(min_value=-1000, max_value=1000, max_denominator=1000)
positive = st.fractions(min_value=Fraction(1, 1000), max_value=1000, max_denominator=1000)


def many(q):
    return MANY.divide(Decimal(q.numerator), Decimal(q.denominator))


def holds(found, true):
    rounding = MANY.multiply(abs(true), Decimal("1e-85"))  # of the 90 digits
    assert found.low <= MANY.add(true, rounding)
    assert found.high >= MANY.subtract(true, rounding)
    assert MANY.subtract(found.high, found.low) <= MANY.multiply(abs(true), Decimal("1e-16")) + Decimal("1e-24")


@given(fractions, fractions)
def test_sums_and_products_hold_the_exact_fraction(a, b):
    x, y = (enclosure.of_rational(q, DIGITS) for q in (a, b))
    for found, exact in ((enclosure.plus(x, y, DIGITS), a + b), (enclosure.times(x, y, DIGITS), a * b)):
        assert Fraction(found.low) <= exact <= Fraction(found.high)


@given(positive)
def test_roots_logarithms_and_exponentials_hold_the_true_value(q):
    x = enclosure.of_rational(q, DIGITS)
    holds(enclosure.root(x, DIGITS), many(q).sqrt(MANY))
    holds(enclosure.logarithm(x, DIGITS), many(q).ln(MANY))
    holds(enclosure.exponential(enclosure.of_rational(-q, DIGITS), DIGITS), MANY.exp(-many(q)))


@given(positive, st.fractions(min_value=-5, max_value=5, max_denominator=12))
def test_powers_hold_the_true_value(q, exponent):
    found = enclosure.power(enclosure.of_rational(q, DIGITS), exponent, DIGITS)
    holds(found, MANY.exp(MANY.multiply(MANY.ln(many(q)), many(exponent))))


def test_products_of_enclosures_around_0_take_all_corners():
    found = enclosure.times(Enclosure(Decimal(-2), Decimal(3)), Enclosure(Decimal(-5), Decimal(7)), DIGITS)
    assert found == (-15, 21)


def test_what_may_hold_0_has_neither_logarithm_nor_root():
    for of in (enclosure.logarithm, enclosure.root):
        with pytest.raises(TooCoarse, match="may hold 0"):
            of(Enclosure(Decimal(-1), Decimal(1)), DIGITS)


def test_what_no_decimal_can_hold_is_enclosed_all_the_same():
    huge = enclosure.exponential(enclosure.of_rational(10**12, DIGITS), DIGITS)
    assert huge.low.is_finite()
    assert huge.low > 10**100
    assert huge.high == Decimal("Infinity")


def test_narrow_is_relative_to_the_number():
    assert enclosure.is_narrow(Enclosure(Decimal("1e-200"), Decimal("1.00001e-200")), 4)
    assert not enclosure.is_narrow(Enclosure(Decimal("1e-200"), Decimal("1.00001e-200")), 6)
    assert not enclosure.is_narrow(Enclosure(Decimal("-1e-200"), Decimal("1e-200")), 1)
