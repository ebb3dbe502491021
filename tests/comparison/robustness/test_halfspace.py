"""The share of a simplex above a plane, against the closed form in exact rationals."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.comparison.robustness.simplices import share_above


def exact_share(values):
    """Return Σ over v > 0 of v^(n−1)/Π(v − other), for values that all differ; it cancels, but not in rationals."""
    values = [Fraction(v) for v in values]
    return sum(
        (v ** (len(values) - 1) / prod(v - other for other in values if other != v) for v in values if v > 0),
        Fraction(0),
    )


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=9, unique=True))
def test_the_closed_form_in_rationals(values):
    found = share_above(np.array([values], dtype=float))[0]
    expected = exact_share(values)
    assert found == pytest.approx(float(expected), rel=1e-12, abs=0)


def test_small_shares_keep_their_digits():
    values = [Fraction(k, 10**6) for k in (1, 2, 3)] + [Fraction(-k) for k in range(1, 9)]
    found = share_above(np.array([values], dtype=float))[0]
    assert 0 < found < 1e-15
    assert found == pytest.approx(float(exact_share(values)), rel=1e-10)


def test_equal_values_by_hand():
    np.testing.assert_allclose(share_above(np.array([[1.0, 1, -1], [1, -1, -1], [2, 2, -1]])), [3 / 4, 1 / 4, 8 / 9])


def test_rows_of_different_signs_together():
    rows = np.array([[1.0, 2, 3], [-1, -2, -3], [0, 0, 0], [0, 1, -1], [0, 0, 5], [5, -1, 0], [0, -1, 0]])
    np.testing.assert_allclose(share_above(rows), [1, 0, 0, 0.5, 1, 5 / 6, 0])


@given(st.lists(st.lists(st.integers(-5, 5), min_size=6, max_size=6), min_size=2, max_size=5))
def test_both_sides_and_ties_make_up_the_whole_and_rows_do_not_disturb_each_other(rows):
    values = np.array(rows, dtype=float)
    ties = (values == 0).all(axis=1)
    np.testing.assert_allclose(share_above(values) + share_above(-values) + ties, 1, rtol=1e-13)
    np.testing.assert_allclose(share_above(values), [share_above(row[None])[0] for row in values], rtol=1e-14)
