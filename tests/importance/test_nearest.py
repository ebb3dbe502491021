"""The nearest weights, against closed forms and the conditions that only the nearest point fulfils."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from steelyard.importance.region import Region, nearest


def test_a_point_inside_stays():
    inside = np.array([0.2, 0.3, 0.5])
    np.testing.assert_allclose(nearest(inside, np.zeros(3), np.ones(3), [(0, 1), (1, 2)]), inside, atol=1e-16)


def test_a_lower_end_takes_from_the_others_alike():
    found = nearest(np.full(4, 0.25), np.array([0.7, 0, 0, 0]), np.ones(4), [])
    np.testing.assert_allclose(found, [0.7, 0.1, 0.1, 0.1], rtol=1e-14)


def test_an_order_pools_what_violates_it():
    found = nearest(np.array([0.5, 0.1, 0.4]), np.zeros(3), np.ones(3), [(0, 1)])
    np.testing.assert_allclose(found, [0.3, 0.3, 0.4], rtol=1e-14)


def test_fixed_weights_are_exact():
    low = np.array([0.1, 0.0, 0.0])
    found = nearest(np.full(3, 1 / 3), low, np.array([0.1, 1.0, 0.3]), [])
    assert found[0] == 0.1
    np.testing.assert_allclose(found, [0.1, 0.6, 0.3], rtol=1e-14)


ENDS = st.tuples(st.floats(0, 0.2), st.floats(0.3, 1))


@given(
    st.lists(ENDS, min_size=5, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda p: p[0] < p[1]), max_size=5),
    st.lists(st.floats(0, 1), min_size=5, max_size=5),
)
def test_no_other_weights_are_nearer(ends, pairs, target):
    """The nearest point p is the one from which no point of the region lies in the target's direction."""
    region = Region.of(list("abcde"), pairs, dict(enumerate(ends)))
    aim = np.array(target)
    found = region.nearest(aim)
    assert region.contains(found)
    rows = np.zeros((len(region.pairs), 5))
    for row, (a, b) in zip(rows, region.pairs, strict=True):
        row[a], row[b] = 1, -1
    order = (rows, np.zeros(len(rows))) if len(rows) else (None, None)
    farthest = linprog(-(aim - found), *order, np.ones((1, 5)), [1], list(zip(region.low, region.high, strict=True)))
    assert -farthest.fun <= (aim - found) @ found + 1e-8


@pytest.mark.parametrize("ordered", [False, True])
def test_a_thousand_classes_take_seconds_at_most(ordered, rng):
    C = 1_000
    pairs = [(i, i + 1) for i in range(C - 1)] if ordered else []
    region = Region.of(range(C), pairs, {C - 1: (0.1, 0.5), 10: (0, 0.0005)})
    before = time.process_time()
    found = region.nearest(rng.dirichlet(np.ones(C)) if not ordered else np.full(C, 1 / C))
    assert time.process_time() - before < 5
    assert region.contains(found)
