"""Factors of whole numbers multiply back, and are primes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.lab.exact.expression import SMALL, SPLIT, factors


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def test_small_numbers_are_products_of_primes():
    for n in range(1, 3000):
        found = factors(n)
        assert math.prod(p**k for p, k in found) == n
        assert all(is_prime(p) for p, _ in found)


@given(st.integers(1, 10**12))
def test_factors_multiply_back(n):
    assert math.prod(p**k for p, k in factors(n)) == n


@given(st.integers(10**6, 10**10))
def test_bases_are_primes(n):
    assert all(is_prime(p) for p, _ in factors(n))


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (1009 * 1013, ((1009, 1), (1013, 1))),
        (1009**2, ((1009, 2),)),
        (1009**3, ((1009, 3),)),
        (999_999_937 * 999_999_929, ((999_999_929, 1), (999_999_937, 1))),
        (2**61 - 1, ((2**61 - 1, 1),)),
        (7**30, ((7, 30),)),
    ],
)
def test_factors_above_the_small_primes_are_found(n, expected):
    assert factors(n) == expected


def test_a_number_too_hard_to_split_stands_for_itself():
    hard = (2**61 - 1) * (2**89 - 1)
    assert hard > SPLIT
    assert factors(2 * hard) == ((2, 1), (hard, 1))


def test_small_primes_are_all_of_them():
    assert list(SMALL) == [n for n in range(1000) if is_prime(n)]
