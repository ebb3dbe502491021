"""Walks through a region: how long they go, and where they start."""

import numpy as np

from steelyard.importance.region import Region
from steelyard.weightings.hit_and_run import BURN_IN, STEPS_PER_CLASS, WALKS, Walks


def test_burn_in_and_thinning_are_told_and_bounded(rng):
    walks = Walks(Region.of(range(4), [(0, 1)], {2: (0.1, 0.2)}), rng, 50)
    assert walks.thinning == STEPS_PER_CLASS * 4
    assert walks.burn_in == BURN_IN * walks.thinning
    many = Walks(Region.of(range(40), [], {2: (0.1, 0.2)}), rng, 10_000)
    assert many.thinning == 2
    assert many.burn_in == 40**2


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
