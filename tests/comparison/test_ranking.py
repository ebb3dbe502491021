"""Ranks and sets of models: by brute force over all orders, and the laws of a compact letter display."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.comparison.difference import alike, letters, rank_probabilities

DRAWS = st.integers(1, 5).flatmap(
    lambda K: st.lists(st.lists(st.integers(0, 3), min_size=K, max_size=K), min_size=1, max_size=12)
)


def by_brute_force(draws):
    """Share ranks among all orders in which no model stands before a better one."""
    K = len(draws[0])
    found = np.zeros((K, K))
    for draw in draws:
        orders = [o for o in permutations(range(K)) if all(draw[o[i]] >= draw[o[i + 1]] for i in range(K - 1))]
        for order in orders:
            for rank, model in enumerate(order):
                found[model, rank] += 1 / len(orders) / len(draws)
    return found


@given(DRAWS)
def test_ranks_are_those_of_all_orders_and_ties_are_shared(draws):
    found = rank_probabilities(np.array(draws, dtype=float))
    np.testing.assert_allclose(found, by_brute_force(draws), atol=1e-12)
    np.testing.assert_allclose(found.sum(axis=0), 1)
    np.testing.assert_allclose(found.sum(axis=1), 1)


def test_draws_with_an_undefined_value_are_left_out():
    found = rank_probabilities(np.array([[1.0, 0.0], [np.nan, 5.0], [1.0, 0.0]]))
    assert found.tolist() == [[1, 0], [0, 1]]
    assert np.isnan(rank_probabilities(np.full((3, 2), np.nan))).all()


def test_rounding_is_a_tie():
    ranks = rank_probabilities(np.array([[0.1 + 0.2, 0.3], [3e8 * (1 + 1e-15), 3e8]]))
    np.testing.assert_array_equal(ranks, [[0.5, 0.5], [0.5, 0.5]])


SETS = st.integers(1, 7).flatmap(
    lambda K: st.tuples(
        st.lists(st.integers(0, 5), min_size=K, max_size=K),
        st.sets(st.sampled_from(list(combinations(range(K), 2)))) if K > 1 else st.just(set()),
    )
)


@given(SETS)
def test_no_two_models_of_a_set_can_be_told_apart_and_no_set_is_in_another(case):
    leads, apart = case
    groups = alike([float(lead) for lead in leads], lambda a, b: (min(a, b), max(a, b)) in apart)
    assert {model for group in groups for model in group} == set(range(len(leads)))
    for group in groups:
        assert not any((min(a, b), max(a, b)) in apart for a, b in combinations(group, 2))
        assert [leads[i] for i in group] == sorted((leads[i] for i in group), reverse=True)
    assert not any(set(one) <= set(other) for one in groups for other in groups if one is not other)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8), st.integers(0, 4))
def test_models_share_a_letter_exactly_when_they_cannot_be_told_apart_by_distance(leads, reach):
    groups = alike([float(lead) for lead in leads], lambda a, b: abs(leads[a] - leads[b]) > reach)
    marks = letters(groups, len(leads))
    for a, b in combinations(range(len(leads)), 2):
        assert bool(set(marks[a]) & set(marks[b])) == (abs(leads[a] - leads[b]) <= reach)
    assert marks[int(np.argmax(leads))].startswith("a")


def test_a_model_without_a_value_has_no_letter():
    groups = alike([np.nan, 0.5, 0.6], lambda *_: False)
    assert groups == [(2, 1)]
    assert letters(groups, 3) == ["", "a", "a"]


def test_there_are_letters_for_more_sets_than_the_alphabet_has():
    groups = [(i,) for i in range(28)]
    assert letters(groups, 28)[25:] == ["z", "(27)", "(28)"]
    assert len(set(letters(groups, 28))) == 28


@pytest.mark.parametrize("K", [2, 5])
def test_equal_models_share_all_ranks(K):
    np.testing.assert_allclose(rank_probabilities(np.zeros((7, K))), 1 / K)
