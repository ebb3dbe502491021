"""Ranks and the distance between rankings."""

import itertools

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.attribution import criterion, kendall_distances, leads, ranked

ACCURACY, CEN = sy.metrics.accuracy, sy.metrics.cen
ONE = criterion("accuracy", None, sy.Confusion([[1, 0], [0, 1]]))
nan = float("nan")


@pytest.mark.parametrize(
    ("values", "higher", "lower"),
    [
        ([0.3, 0.9, 0.5], [3, 1, 2], [1, 3, 2]),
        ([0.3, 0.5, 0.5], [3, 1.5, 1.5], [1, 2.5, 2.5]),
        ([0.1 + 0.2, 0.3, 0.1], [1.5, 1.5, 3], [2.5, 2.5, 1]),
        ([nan, 0.5, 0.9], [3, 2, 1], [3, 1, 2]),
        ([nan, 0.5, nan], [2.5, 1, 2.5], [2.5, 1, 2.5]),
        ([np.inf, 0.5, -np.inf], [1, 2, 3], [3, 2, 1]),
    ],
)
def test_ranks_share_ties_respect_the_direction_and_put_the_undefined_last(values, higher, lower):
    assert ranked(np.array(values), ACCURACY).tolist() == higher
    assert ranked(np.array(values), CEN).tolist() == lower


def test_a_lead_is_the_other_side_of_a_lag(rng):
    values = rng.integers(0, 4, 8) / 4
    order = leads(values, ACCURACY)
    assert (order == -order.T).all()


def test_kendall_distance_is_the_share_of_pairs_ordered_differently():
    values = np.array([[4, 3, 2, 1], [1, 2, 3, 4], [4, 3, 1, 2], [4, 3, 1, 1], [nan] * 4])
    found = kendall_distances(values, [ONE] * 5)
    assert found[:4, :4] == pytest.approx(
        np.array(
            [[0, 1, 1 / 6, 1 / 12], [1, 0, 5 / 6, 11 / 12], [1 / 6, 5 / 6, 0, 1 / 12], [1 / 12, 11 / 12, 1 / 12, 0]]
        )
    )
    assert np.isnan(found[4]).all()


def test_kendall_distance_is_kendalls_tau_in_brute_force(rng):
    values = rng.permuted(np.tile(np.arange(6.0), (5, 1)), axis=1)
    found = kendall_distances(values, [ONE] * 5)
    for a, b in itertools.product(range(5), repeat=2):
        apart = [
            (values[a, i] - values[a, j]) * (values[b, i] - values[b, j]) < 0
            for i, j in itertools.combinations(range(6), 2)
        ]
        assert found[a, b] == pytest.approx(np.mean(apart))


def test_pairs_that_lack_a_value_are_left_out():
    found = kendall_distances(np.array([[3, 2, nan], [2, 3, 9]]), [ONE] * 2)
    assert found.tolist() == [[0, 1], [1, 0]]
