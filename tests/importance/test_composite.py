from __future__ import annotations

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.importance import complement, prevalence, rarity, stated, uniform


def test_user_times_rarity_of_gupta(amazon):
    # Seed 004 prints .62/.38, which does not follow from its own eq. 9; METRICS lists .942/.058.
    weights = (stated({1: 0.7, 5: 0.3}) * rarity()).weights(amazon)
    np.testing.assert_array_equal(weights.round(3), [0.942, 0, 0, 0, 0.058])


def test_equal_user_weights_leave_rarity_as_it_is(amazon):
    # The WBA authors' script gives 1.0 here (PEERS, "Defects worth a test").
    composite = (stated([0.2] * 5) * rarity()).weights(amazon)
    np.testing.assert_allclose(composite, rarity().weights(amazon))
    assert composite.sum() == pytest.approx(1)


def test_equal_user_weights_give_one_half_on_balanced_data(sized):
    np.testing.assert_allclose((stated([0.5, 0.5]) * rarity()).weights(sized([7, 7])), [0.5, 0.5])


def test_a_product_is_eq_9(abc):
    r, u = rarity().weights(abc), np.array([0.2, 0.3, 0.5])
    np.testing.assert_allclose((rarity() * stated(u)).relevance(abc), r * u / (r * u).sum())


def test_only_proportions_of_a_factor_matter(abc):
    np.testing.assert_allclose(
        (rarity() * stated([2, 3, 5])).weights(abc), (rarity() * stated([0.2, 0.3, 0.5])).weights(abc)
    )


def test_rarity_undoes_prevalence(abc):
    np.testing.assert_allclose((rarity() * prevalence()).weights(abc), [1 / 3] * 3)


def test_a_sum_is_the_mean_of_the_weights(abc):
    # Not of φ: uniform's φ is 1 for each class and would drown the other.
    expected = (rarity().weights(abc) + uniform().weights(abc)) / 2
    np.testing.assert_allclose((rarity() + uniform()).relevance(abc), expected)


def test_a_weighted_sum(abc):
    expected = 0.3 * rarity().weights(abc) + 0.7 * complement().weights(abc)
    np.testing.assert_allclose((0.3 * rarity() + 0.7 * complement()).weights(abc), expected)
    np.testing.assert_allclose((3 * rarity() + complement() * 7).weights(abc), expected)


def test_sums_are_associative(abc):
    left = ((rarity() + uniform()) + complement()).weights(abc)
    right = (rarity() + (uniform() + complement())).weights(abc)
    np.testing.assert_allclose(left, right)


def test_a_factor_spreads_over_a_sum(abc):
    spread = 2 * (rarity() + 3 * uniform()) + complement()
    assert str(spread) == "2 * rarity + 6 * uniform + complement"
    expected = (2 * rarity().weights(abc) + 6 * uniform().weights(abc) + complement().weights(abc)) / 9
    np.testing.assert_allclose(spread.weights(abc), expected)


def test_a_factor_inside_a_product_weighs_the_product(abc):
    inside = (0.3 * rarity()) * stated([0.2, 0.3, 0.5]) + uniform()
    outside = 0.3 * (rarity() * stated([0.2, 0.3, 0.5])) + uniform()
    assert str(inside) == "0.3 * rarity * (0.2, 0.3, 0.5) + uniform"
    np.testing.assert_array_equal(inside.weights(abc), outside.weights(abc))
    expected = (0.3 * (rarity() * stated([0.2, 0.3, 0.5])).weights(abc) + uniform().weights(abc)) / 1.3
    np.testing.assert_allclose(inside.weights(abc), expected)


def test_a_sum_can_be_a_factor(abc):
    r, u, c = (part.weights(abc) for part in (rarity(), uniform(), complement()))
    product = (rarity() + uniform()) * complement()
    assert str(product) == "(rarity + uniform) * complement"
    np.testing.assert_allclose(product.weights(abc), (r + u) * c / ((r + u) * c).sum())


def test_a_factor_alone_changes_nothing(abc):
    np.testing.assert_array_equal((5 * rarity()).relevance(abc), rarity().relevance(abc))
    np.testing.assert_array_equal((5 * uniform()).relevance(abc), uniform().relevance(abc))
    assert str(1.0 * rarity()) == "rarity"
    assert str(4 * (0.25 * rarity())) == "rarity"


@pytest.mark.parametrize("number", [np.float64(0.5), np.float32(0.5), np.int64(2), 0.5, 2])
def test_numbers_from_either_side(number):
    assert number * rarity() == rarity() * number
    assert isinstance(number * rarity(), sy.importance.Importance)


@pytest.mark.parametrize("factor", [0, -1, -0.0, math.nan, math.inf, 1e-400])
def test_a_bad_factor_is_refused(factor):
    with pytest.raises(ValueError, match=r"^an importance can be multiplied by a finite number above 0, not by .*\.$"):
        factor * rarity()


def test_factors_that_overflow_together_are_refused():
    with pytest.raises(ValueError, match=r"^an importance can be multiplied by a finite number above 0, not by .*\.$"):
        1e200 * (1e200 * rarity())
    with pytest.raises(ValueError, match=r"^an importance can be multiplied by a finite number above 0, not by .*\.$"):
        (1e200 * rarity()) * (1e200 * uniform())


def test_huge_factors_do_not_overflow_in_a_sum(abc):
    mixed = 1e308 * rarity() + 1e308 * uniform()
    np.testing.assert_allclose(mixed.weights(abc), (rarity() + uniform()).weights(abc))


@pytest.mark.parametrize("other", ["rarity", True, None, {"a": 1}, 1j])
def test_what_is_neither_number_nor_importance_cannot_be_combined(other):
    with pytest.raises(TypeError):
        rarity() * other
    with pytest.raises(TypeError):
        rarity() + other


def test_a_product_that_leaves_nothing_is_refused(abc):
    nothing = stated({"a": 1}, rest="none") * stated({"b": 1}, rest="none")
    with pytest.raises(
        ValueError, match=r"^the importance '\(a=1, \*=none\) \* \(b=1, \*=none\)' gives every class 0; at least one"
    ):
        nothing.weights(abc)


def test_a_part_that_gives_nothing_is_named(abc):
    with pytest.raises(ValueError, match=r"^the importance '\(a=0, b=0, c=0\)' gives every class 0"):
        (rarity() + stated({"a": 0, "b": 0, "c": 0})).weights(abc)


def test_a_part_says_why_it_cannot_be_taken(sized):
    with pytest.raises(ValueError, match=r"^rarity needs items in every class, but there are none of 1"):
        (uniform() * rarity()).weights(sized([1, 0]))


def test_ten_thousand_terms(abc):
    total = sy.importance.parse(" + ".join(["rarity", "uniform"] * 5_000))
    np.testing.assert_allclose(total.weights(abc), (rarity() + uniform()).weights(abc))
