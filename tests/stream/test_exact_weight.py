import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.stream.batch import ONE, SQUARE_OF_ONE, exact, number, packed, square_number, unpacked

EDGES = [0.0, 5e-324, 1e-310, 2.2250738585072014e-308, 0.1, 1.0, 1e300, 1.7976931348623157e308]

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


def test_a_sum_of_squares_is_a_float():
    assert [square_number(units) for units in (0, 6 * SQUARE_OF_ONE, exact(0.5) ** 2)] == [0.0, 6.0, 0.25]
    assert square_number(exact(1e200) ** 2) == math.inf


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
