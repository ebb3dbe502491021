"""Walks through a region: how long they go, and where they start."""

import numpy as np
import pytest

from steelyard.comparison.robustness.simplices import share_above, simplices_of
from steelyard.comparison.robustness.walks import (
    BURN_IN,
    EXCHANGES,
    LEAST_EXCHANGES,
    MOST_STEPS,
    STEPS_PER_CLASS,
    WALKS,
    Walks,
)
from steelyard.importance.region import Region


def test_burn_in_and_thinning_are_told_and_bounded(rng):
    walks = Walks(Region.of(range(4), [(0, 1)], {2: (0.1, 0.2)}), rng, 50)
    assert walks.thinning == STEPS_PER_CLASS * 4
    assert walks.burn_in == BURN_IN * walks.thinning
    many = Walks(Region.of(range(20), [(0, 1)], {2: (0.1, 0.2)}), rng, 7_000)
    assert many.thinning == MOST_STEPS // 7_010
    assert many.burn_in == 2 * 20**2
    unordered = Walks(Region.of(range(4), [], {2: (0.1, 0.2)}), rng, 50)
    assert (unordered.thinning, unordered.burn_in) == (EXCHANGES, LEAST_EXCHANGES)


def test_each_walk_starts_at_a_vertex_of_its_own(rng):
    walks = Walks(Region.of(range(40)), rng, 10)
    starts = walks._starts()  # noqa: SLF001
    assert len(np.unique(starts.argmax(axis=1))) > 30  # one hundred directions, forty vertices
    np.testing.assert_allclose(starts.max(axis=1), 0.8 + 0.2 / 40)


def sampled_and_exact(region, directions, seed, points=300):
    """Return, for each direction, the share of the weights above 0, its error by walks, and the exact share."""
    drawn = np.stack(list(Walks(region, np.random.default_rng(seed), points).points(points)))
    found = ((drawn @ directions.T) > 0).mean(axis=0)
    exact = np.mean([share_above(directions @ simplex.T) for simplex in simplices_of(region)], axis=0)
    return found.mean(axis=0), found.std(axis=0, ddof=1) / np.sqrt(WALKS), exact


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 40, 64])
@pytest.mark.parametrize("seed", [0, 1])
def test_shares_of_many_unordered_classes_are_exact_within_their_error(n, seed):
    """From forty classes on they were off by many errors, as all walks began between the same few vertices."""
    directions = np.random.default_rng(9).standard_normal((12, n))
    tails = np.full((3, n), -np.array([[1.0], [2.0], [4.0]]) / n)
    tails[:, 0] += 1
    found, error, exact = sampled_and_exact(Region.of(range(n)), np.concatenate([directions, tails]), seed)
    assert (np.abs(found - exact) < 4.5 * error).all()
    assert error.max() < 0.005


@pytest.mark.slow
@pytest.mark.parametrize(("n", "pairs"), [(8, [(i, i + 1) for i in range(7)]), (12, [(0, 2), (1, 2), (3, 4), (4, 5)])])
def test_shares_of_an_order_are_exact_within_their_error(n, pairs):
    region = Region.of(range(n), pairs)
    centre = np.mean([simplex.mean(axis=0) for simplex in simplices_of(region)], axis=0)
    directions = np.random.default_rng(9).standard_normal((12, n))
    directions -= (directions @ centre)[:, None]  # through the middle, so that both sides occur
    found, error, exact = sampled_and_exact(region, directions, 0)
    assert (np.abs(found - exact) < 4.5 * error).all()


def test_walks_stay_inside_and_fixed_weights_stay_fixed(rng):
    region = Region.of(range(5), [(0, 1), (1, 2)], {2: (0.3, 0.5), 4: (0.125, 0.125)})
    for weights in Walks(region, rng, 20).points(20):
        assert weights.shape == (WALKS, 5)
        assert (weights[:, 4] == 0.125).all()
        assert all(region.contains(w) for w in weights)


def test_a_region_much_longer_than_wide_is_crossed(rng):
    """Directions follow the region's shape: one class moves in 0..0.5, another within a thousandth."""
    region = Region.of(range(3), [], {0: (0.0, 0.5), 1: (0.2, 0.2005)})
    weights = np.concatenate(list(Walks(region, rng, 100).points(100)))
    np.testing.assert_allclose(weights.mean(axis=0)[0], 0.25, atol=0.01)
    np.testing.assert_allclose(np.quantile(weights[:, 0], [0.1, 0.9]), [0.05, 0.45], atol=0.02)
    np.testing.assert_allclose(np.quantile(weights[:, 1], [0.1, 0.9]), [0.20005, 0.20045], atol=2e-5)
