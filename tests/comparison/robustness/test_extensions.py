"""Total orders that agree with a partial one, against all permutations."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.comparison.robustness.simplices import all_extensions, count_extensions, drawn_extensions
from steelyard.importance.ranks import Poset

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda p: p[0] < p[1]), max_size=6)


def brute(pairs, size=5):
    return {
        order for order in permutations(range(size)) if all(order.index(low) < order.index(high) for low, high in pairs)
    }


@settings(max_examples=50)
@given(PAIRS)
def test_all_of_them_and_their_number(pairs):
    poset = Poset.of(range(5), pairs)
    found = list(all_extensions(poset, 0b11111))
    assert len(found) == len(set(found)) == count_extensions(poset, 0b11111)
    assert set(found) == brute(pairs)


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [(0, 1)],
        [(0, 2), (1, 2), (2, 3), (2, 4)],  # layers
        [(0, 2), (0, 3), (1, 3), (1, 4)],  # neither parts nor layers
        [(0, 2), (0, 3), (1, 3)],
        [(0, 1), (2, 3)],
    ],
)
def test_drawn_ones_are_uniform(pairs, rng):
    poset = Poset.of(range(5), pairs)
    orders = sorted(brute(pairs))
    drawn = drawn_extensions(poset, 0b11111, rng, 20_000)
    index = {order: i for i, order in enumerate(orders)}
    counts = np.bincount([index[tuple(order)] for order in drawn.tolist()], minlength=len(orders))
    expected = 20_000 / len(orders)
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = len(orders) - 1
    assert chi_square < freedom + 5 * np.sqrt(2 * max(freedom, 1)), counts


def test_a_mask_of_some_elements(rng):
    poset = Poset.of(range(5), [(0, 1), (1, 4)])
    assert set(all_extensions(poset, 0b10011)) == {(0, 1, 4)}
    assert (drawn_extensions(poset, 0b10011, rng, 10) == [0, 1, 4]).all()


def test_huge_numbers_of_orders(rng):
    """A ladder of 2 × 20 has 6,564,120,420 orders (a Catalan number)."""
    pairs = [(i, i + 1) for i in range(19)] + [(20 + i, 21 + i) for i in range(19)] + [(i, 20 + i) for i in range(20)]
    poset = Poset.of(range(40), pairs)
    assert count_extensions(poset, (1 << 40) - 1) == 6_564_120_420
    drawn = drawn_extensions(poset, (1 << 40) - 1, rng, 100)
    place = np.argsort(drawn, axis=1)
    assert all((place[:, low] < place[:, high]).all() for low, high in pairs)


def test_too_loose_an_order_is_refused(rng):
    crown = [(i, 30 + j) for i in range(30) for j in range(30) if i != j]
    poset = Poset.of(range(60), crown)
    with pytest.raises(ValueError, match="steps"):
        drawn_extensions(poset, (1 << 60) - 1, rng, 10)
