import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.stream.exact_weight import (
    LARGE,
    ONE,
    SMALL,
    SQUARE_OF_ONE,
    exact,
    exact_square_sums,
    exact_sums,
    number,
    packed,
    square_number,
    unpacked,
)

EDGES = [0.0, 5e-324, 1e-310, 2.2250738585072014e-308, SMALL, LARGE, 0.1, 1.0, 1e300, 1.7976931348623157e308]
EDGES += [math.nextafter(edge, to) for edge in (SMALL, LARGE) for to in (0.0, math.inf)]

weights = st.one_of(st.sampled_from(EDGES), st.floats(0, allow_infinity=False, allow_nan=False))


@given(weights)
def test_a_float_is_held_exactly(weight):
    assert Fraction(exact(weight), ONE) == Fraction(weight)
    assert number(exact(weight)) == weight


@pytest.mark.parametrize("weight", [0, 1, 3, 2**53 + 1, 2**62 + 1, 2**63 - 1])
def test_a_whole_number_is_held_exactly_also_where_floats_skip_some(weight):
    assert exact(weight) == weight * ONE
    assert number(exact(weight)) == weight
    assert isinstance(number(exact(weight)), int)


@given(st.lists(st.tuples(st.integers(0, 3), weights), max_size=40))
def test_sums_by_code_are_those_of_exact_fractions(items):
    codes = np.array([code for code, _ in items], dtype=np.intp)
    sums = exact_sums(codes, np.array([weight for _, weight in items], dtype=np.float64), 4)
    assert [Fraction(units, ONE) for units in sums] == [
        sum((Fraction(weight) for code, weight in items if code == wanted), Fraction(0)) for wanted in range(4)
    ]


@given(st.lists(st.tuples(st.integers(0, 3), weights), max_size=40))
def test_sums_of_squares_are_those_of_exact_fractions(items):
    codes = np.array([code for code, _ in items], dtype=np.intp)
    sums = exact_square_sums(codes, np.array([weight for _, weight in items], dtype=np.float64), 4)
    assert [Fraction(units, SQUARE_OF_ONE) for units in sums] == [
        sum((Fraction(weight) ** 2 for code, weight in items if code == wanted), Fraction(0)) for wanted in range(4)
    ]


def test_a_sum_of_squares_is_a_float():
    assert [square_number(units) for units in (0, 6 * SQUARE_OF_ONE, exact(0.5) ** 2)] == [0.0, 6.0, 0.25]
    assert square_number(exact(1e200) ** 2) == math.inf


def test_sums_do_not_overflow_in_large_batches():
    """Each weight has 53 digits: 2,000 of them in one int64 would not fit."""
    weight = math.nextafter(2.0, 0.0)
    codes, every = np.zeros(2000, dtype=np.intp), np.full(2000, weight)
    (units,), (squares,) = exact_sums(codes, every, 1), exact_square_sums(codes, every, 1)
    assert Fraction(units, ONE) == 2000 * Fraction(weight)
    assert Fraction(squares, SQUARE_OF_ONE) == 2000 * Fraction(weight) ** 2


@given(st.lists(weights, min_size=1, max_size=20))
def test_a_sum_is_rounded_once(values):
    total = sum(map(exact, values))
    try:
        expected = math.fsum(values)
    except OverflowError:
        expected = math.inf
    assert number(total) == expected


@given(st.integers(-(2**2200), 2**2200))
def test_packing_loses_nothing(units):
    assert unpacked(*packed(units)) == units


def test_whole_sums_are_ints_as_long_as_a_matrix_has_them_so():
    assert [type(number(units)) for units in (exact(0.5) * 2, (2**63 - 1) * ONE, 2**63 * ONE, exact(0.5))] == [
        int,
        int,
        float,
        float,
    ]


def test_a_packed_weight_is_small():
    assert packed(exact(0.1)) == [3602879701896397, 1074 - 55]
    assert packed(0) == [0, 0]
