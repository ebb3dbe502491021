"""McNemar's exact test: coins thrown one by one, exact fractions, and counts in the billions."""

import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import Joint
from steelyard.comparison.item_tests import mcnemar


def joint_of(only_a, only_b, both=0, neither=0):
    codes = [[0, 0, 1], [0, 1, 0], [0, 0, 0], [1, 0, 0]]
    return Joint(codes, [only_a, only_b, both, neither], ["x", "y"], ["a", "b"])


def test_items_are_counted_one_by_one(rng):
    truth, a, b = rng.integers(0, 4, (3, 500))
    found = mcnemar(Joint.from_labels(truth, {"a": a, "b": b}), "a", "b")
    assert found.only_a == sum(t == x != y for t, x, y in zip(truth, a, b, strict=True))
    assert found.only_b == sum(t == y != x for t, x, y in zip(truth, a, b, strict=True))
    assert found.total == 500
    assert found.difference == pytest.approx(np.mean(truth == a) - np.mean(truth == b), abs=1e-15)


def test_p_is_that_of_all_throws_of_coins():
    for throws in range(1, 11):
        heads = [sum(coins) for coins in itertools.product([0, 1], repeat=throws)]
        for only_a in range(throws + 1):
            fewer = min(only_a, throws - only_a)
            as_far = sum(min(h, throws - h) <= fewer for h in heads)
            just = sum(min(h, throws - h) == fewer for h in heads)
            found = mcnemar(joint_of(only_a, throws - only_a, 5, 2), "a", "b")
            assert found.p_value == pytest.approx(as_far / 2**throws, rel=1e-13)
            assert found.mid_p_value == pytest.approx((as_far - just / 2) / 2**throws, rel=1e-13)


@given(st.integers(0, 400), st.integers(0, 400))
def test_p_is_the_exact_fraction(only_a, only_b):
    n, m = only_a + only_b, min(only_a, only_b)
    tail = Fraction(sum(math.comb(n, i) for i in range(m + 1)), 2**n)
    found = mcnemar(joint_of(only_a, only_b), "a", "b")
    assert found.p_value == pytest.approx(float(min(Fraction(1), 2 * tail)), rel=1e-12)
    just = Fraction(math.comb(n, m), 2**n)
    mid = 2 * tail - just if only_a != only_b else 1 - just / 2 if n else 1
    assert found.mid_p_value == pytest.approx(float(mid), rel=1e-12)


def test_it_is_fagerlands_example():
    """Fagerland, Lydersen and Laake 2013, Table 1 (Bentur et al.): 1 against 7."""
    found = mcnemar(joint_of(1, 7, 1, 12), "a", "b")
    assert (round(found.p_value, 4), round(found.mid_p_value, 4)) == (0.0703, 0.0391)


@pytest.mark.parametrize(
    ("only_a", "only_b", "at_most"),
    [
        # Summed term by term with 40 digits.
        (499_960_000, 500_040_000, 0.00570653243727019317),
        (499_999_999, 500_000_001, 0.499987384337393053),
        (999_800_000, 1_000_200_000, 1.87242721048020831e-19),
    ],
)
def test_billions_of_items_lose_no_digits(only_a, only_b, at_most):
    assert mcnemar(joint_of(only_a, only_b, 10**9), "a", "b").p_value == pytest.approx(2 * at_most, rel=1e-10)
    assert mcnemar(joint_of(10**9, 0), "a", "b").p_value == 0


def test_models_that_no_item_tells_apart_are_the_same():
    found = mcnemar(joint_of(0, 0, 8, 1), "a", "b")
    assert (found.p_value, found.mid_p_value, found.difference) == (1, 1, 0)
    empty = mcnemar(Joint(np.empty((0, 3), dtype=int), [], ["x"], ["a", "b"]), "a", "b")
    assert (empty.p_value, empty.total) == (1, 0)
    assert math.isnan(empty.difference)
    assert empty.to_dict()["difference"] is None


def test_models_change_places():
    one, other = mcnemar(joint_of(5, 14, 3), "a", "b"), mcnemar(joint_of(5, 14, 3), "b", "a")
    assert (one.only_a, one.p_value, one.difference) == (other.only_b, other.p_value, -other.difference)


def test_slices_are_counted_together(rng):
    truth, a, b, fold = rng.integers(0, 3, (4, 300))
    by_fold = Joint.from_labels(truth, {"a": a, "b": b}, by={"fold": fold})
    assert mcnemar(by_fold, "a", "b") == mcnemar(by_fold.pooled(), "a", "b")


def test_it_goes_to_json():
    record = json.loads(json.dumps(mcnemar(joint_of(1, 3, 2, 2), "a", "b").to_dict(), allow_nan=False))
    assert record == {
        "test": "mcnemar",
        "a": "a",
        "b": "b",
        "only_a": 1,
        "only_b": 3,
        "total": 8,
        "difference": -0.25,
        "p_value": 0.625,
        "mid_p_value": 0.375,
    }


def test_a_p_value_never_exceeds_one_by_rounding():
    """For k against k + 1 items the exact p-value is 1; rounding once made it 1 + 2⁻⁵², which Holm refused."""
    from steelyard.comparison.item_tests import _p_values

    for fewer in range(2000):
        exact, mid = _p_values(fewer, fewer + 1)
        assert 1 - 1e-12 < exact <= 1
        assert 0 < mid <= 1
